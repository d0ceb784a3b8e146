with withdrawn as (
    select distinct week, environment_id
    from {{ ref('stg_solve_attempts') }}
    where stop_reason = 'environment_error'
)

select
    week,
    attempt_id,
    environment_id,
    author,
    solver,
    author = solver as self_play,
    domain,
    seed,
    condition,
    trial,
    status = 'success' as success,
    turns
from {{ ref('stg_solve_attempts') }}
anti join withdrawn using (week, environment_id)
where status in ('success', 'failure')
