{% set outcomes = ['solved', 'taught', 'stumped'] %}

with cells as (
    select
        this_week.week,
        scopes.scope,
        this_week.author,
        this_week.solver,
        sum(cell.environments)::bigint as environments,
        sum(cell.pairs)::bigint as pairs,
        sum(cell.solved)::bigint as solved,
        sum(cell.taught)::bigint as taught,
        sum(cell.stumped)::bigint as stumped,
        sum(cell.harmed)::bigint as harmed
    from {{ ref('stg_pairwise_outcomes') }} as this_week
    join {{ ref('int_scope_weeks') }} as scopes on scopes.week = this_week.week
    join {{ ref('stg_pairwise_outcomes') }} as cell
        on cell.week = scopes.of_week and cell.author = this_week.author and cell.solver = this_week.solver
    group by all
)

select
    *,
    {% for outcome in outcomes -%}
    {{ share(outcome, 'pairs', outcome ~ '_share') }},
    {% endfor -%}
    (taught - harmed) / nullif(pairs, 0) as hint_gain
from cells
order by week, scope, author, solver
