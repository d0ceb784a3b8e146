select
    week,
    scope,
    board,
    contestant,
    value,
    std_error,
    ci_low,
    ci_high,
    p_value,
    rank,
    rank_low,
    rank_high,
    p_first,
    n,
    note,
    lag(value) over before as previous_value,
    value - lag(value) over before as change,
    dense_rank() over (order by week) as week_number
from {{ ref('stg_rankings') }}
window before as (partition by scope, board, contestant order by week)
order by week, scope, board, contestant
