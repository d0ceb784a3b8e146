{{ config(meta={'dagster': {'ref': {'name': 'stg_pairwise_outcomes'}}}) }}

with counted as (
    select
        week,
        author,
        solver,
        count(distinct environment_id) as environments,
        count(*) as pairs,
        count(*) filter (solved) as solved,
        count(*) filter (taught) as taught,
        count(*) filter (stumped) as stumped,
        count(*) filter (harmed) as harmed
    from {{ ref('int_matched_pairs') }}
    where not self_play and week in (select week from {{ ref('stg_pairwise_outcomes') }})
    group by all
)

select week, author, solver
from {{ ref('stg_pairwise_outcomes') }} as cell
full join counted using (week, author, solver)
where row(cell.environments, cell.pairs, cell.solved, cell.taught, cell.stumped, cell.harmed) is distinct from row(
    coalesce(counted.environments, 0),
    coalesce(counted.pairs, 0),
    coalesce(counted.solved, 0),
    coalesce(counted.taught, 0),
    coalesce(counted.stumped, 0),
    coalesce(counted.harmed, 0)
)
