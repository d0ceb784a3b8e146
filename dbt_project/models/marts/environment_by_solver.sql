with attempts as (
    select
        week,
        environment_id,
        author,
        solver,
        count(*) filter (condition = 'without_hint') as unaided_attempts,
        count(*) filter (condition = 'without_hint' and success) as unaided,
        count(*) filter (condition = 'with_hint') as hinted_attempts,
        count(*) filter (condition = 'with_hint' and success) as hinted,
        avg(turns order by seed, trial) filter (condition = 'without_hint') as mean_turns,
        min_by(attempt_id, (turns, attempt_id)) filter (condition = 'without_hint' and success) as shortest_win
    from {{ ref('int_scored_attempts') }}
    where not self_play
    group by all
)

select
    week,
    environment_id,
    author,
    solver,
    unaided_attempts,
    unaided,
    {{ share('unaided', 'unaided_attempts', 'unaided_share') }},
    hinted_attempts,
    hinted,
    {{ share('hinted', 'hinted_attempts', 'hinted_share') }},
    mean_turns,
    shortest_win
from attempts
order by week, environment_id, solver
