{{ config(meta={'dagster': {'ref': {'name': 'hint_uplift'}}}) }}

with summed as (
    select
        week,
        author,
        solver,
        sum(environments) as environments,
        sum(pairs) as pairs,
        sum(unaided) as solved,
        sum(taught) as taught,
        sum(harmed) as harmed,
        sum(hinted) - sum(unaided) as gained
    from {{ ref('hint_uplift') }}
    group by all
)

select week, author, solver
from (select * from {{ ref('head_to_head') }} where scope = 'week' and pairs > 0) as cell
full join (select * from summed where week in (select week from {{ ref('head_to_head') }})) as summed
    using (week, author, solver)
where row(cell.environments, cell.pairs, cell.solved, cell.taught, cell.harmed, cell.taught - cell.harmed)
    is distinct from
    row(summed.environments, summed.pairs, summed.solved, summed.taught, summed.harmed, summed.gained)
