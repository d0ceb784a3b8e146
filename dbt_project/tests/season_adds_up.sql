{{ config(meta={'dagster': {'ref': {'name': 'head_to_head'}}}) }}

with weeks as (
    select * from {{ ref('head_to_head') }} where scope = 'week'
),

summed as (
    select
        this_week.week,
        author,
        solver,
        sum(earlier.pairs) as pairs,
        sum(earlier.solved) as solved,
        sum(earlier.taught) as taught,
        sum(earlier.stumped) as stumped,
        sum(earlier.harmed) as harmed
    from weeks as this_week
    join weeks as earlier using (author, solver)
    where earlier.week <= this_week.week
    group by all
)

select week, author, solver
from (select * from {{ ref('head_to_head') }} where scope = 'season') as season
full join summed using (week, author, solver)
where row(season.pairs, season.solved, season.taught, season.stumped, season.harmed)
    is distinct from row(summed.pairs, summed.solved, summed.taught, summed.stumped, summed.harmed)
