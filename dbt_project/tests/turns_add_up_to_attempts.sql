{{ config(meta={'dagster': {'ref': {'name': 'stg_turns'}}}) }}

with attempts as (
    select week, environment_id, solver, sum(turns) as turns, count(*) filter (turns > 0) as last_turns
    from {{ ref('stg_solve_attempts') }}
    group by all
),

turns as (
    select week, environment_id, solver, count(*) as turns, count(*) filter (last_turn) as last_turns
    from {{ ref('stg_turns') }}
    group by all
)

select week, environment_id, solver
from attempts
left join turns using (week, environment_id, solver)
where attempts.turns <> coalesce(turns.turns, 0) or attempts.last_turns <> coalesce(turns.last_turns, 0)
