with cells as (
    select
        week,
        author,
        domain,
        solver,
        count(distinct environment_id) as environments,
        count(*) as pairs,
        count(*) filter (unaided) as unaided,
        count(*) filter (hinted) as hinted,
        count(*) filter (taught) as taught,
        count(*) filter (harmed) as harmed
    from {{ ref('int_matched_pairs') }}
    where not self_play
    group by all
)

select
    *,
    {{ share('unaided', 'pairs', 'unaided_share') }},
    {{ share('hinted', 'pairs', 'hinted_share') }},
    (hinted - unaided) / pairs as uplift
from cells
order by week, author, domain, solver
