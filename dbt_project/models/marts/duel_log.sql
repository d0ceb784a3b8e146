select
    week,
    contestant_a,
    contestant_b,
    result,
    case result when 'a' then contestant_a when 'b' then contestant_b end as winner,
    case result when 'a' then contestant_b when 'b' then contestant_a end as loser,
    score_a,
    score_b,
    margin,
    ci_low,
    ci_high,
    p_value,
    p_holm,
    environments_a,
    environments_b,
    reason,
    row_number() over so_far as meeting,
    count(*) filter (result = 'a') over so_far as a_wins,
    count(*) filter (result = 'b') over so_far as b_wins,
    count(*) filter (result = 'draw') over so_far as draws
from {{ ref('stg_duel_results') }}
window so_far as (partition by contestant_a, contestant_b order by week rows unbounded preceding)
order by week, contestant_a, contestant_b
