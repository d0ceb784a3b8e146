with unaided_attempts as (
    select * from {{ ref('int_scored_attempts') }} where condition = 'without_hint'
),

hinted_attempts as (
    select * from {{ ref('int_scored_attempts') }} where condition = 'with_hint'
)

select
    week,
    environment_id,
    unaided.author,
    solver,
    unaided.self_play,
    unaided.domain,
    seed,
    trial,
    unaided.success as unaided,
    hinted.success as hinted,
    unaided.success as solved,
    not unaided.success and hinted.success as taught,
    not unaided.success and not hinted.success as stumped,
    unaided.success and not hinted.success as harmed
from unaided_attempts as unaided
join hinted_attempts as hinted using (week, environment_id, solver, seed, trial)
