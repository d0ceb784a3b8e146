{{ config(meta={'dagster': {'ref': {'name': 'stg_turns'}}}) }}

with turns as (
    select week, attempt_id, count(*) as turns, count(*) filter (last_turn) as last_turns
    from {{ ref('stg_turns') }}
    group by all
)

select week, attempt_id
from {{ ref('stg_solve_attempts') }} as attempt
left join turns using (week, attempt_id)
where attempt.turns <> coalesce(turns.turns, 0) or (attempt.turns > 0 and turns.last_turns <> 1)
