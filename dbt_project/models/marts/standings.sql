{% set numbers = {
    '': 'value', '_ci_low': 'ci_low', '_ci_high': 'ci_high', '_rank': 'rank', '_rank_low': 'rank_low',
    '_rank_high': 'rank_high', '_n': 'n',
} %}

with boards as (
    select
        week,
        scope,
        contestant,
        {% for board in var('boards') -%}
        any_value(ranking) filter (board = '{{ board }}') as {{ board }}{{ ',' if not loop.last }}
        {% endfor %}
    from {{ ref('stg_rankings') }} as ranking
    group by all
),

weekly_pairs as (
    select week, solver as contestant, count(*) as as_solver, 0 as as_author
    from {{ ref('int_matched_pairs') }}
    where not self_play
    group by all
    union all
    select week, author as contestant, 0 as as_solver, count(*) as as_author
    from {{ ref('int_matched_pairs') }}
    where not self_play
    group by all
),

pairs as (
    select
        scopes.week,
        scopes.scope,
        weekly_pairs.contestant,
        sum(as_solver)::bigint as pairs_as_solver,
        sum(as_author)::bigint as pairs_as_author
    from {{ ref('int_scope_weeks') }} as scopes
    join weekly_pairs on weekly_pairs.week = scopes.of_week
    group by all
),

standings as (
    select
        week,
        scope,
        contestant,
        model,
        starts_with(model, 'house/') as is_house,
        roles,
        season,
        {% for board in var('boards') -%}
        {% for ending, number in numbers.items() -%}
        {{ board }}.{{ number }} as {{ board ~ ending }},
        {% endfor -%}
        {% endfor -%}
        coalesce(pairs_as_solver, 0) as pairs_as_solver,
        coalesce(pairs_as_author, 0) as pairs_as_author,
        faults,
        tokens,
        cost_usd,
        successes
    from boards
    join {{ ref('stg_contestants') }} using (week, contestant)
    join {{ ref('contestant_costs') }} using (week, scope, contestant)
    left join pairs using (week, scope, contestant)
)

select
    * exclude (faults, tokens, cost_usd, successes),
    (list_contains(roles, 'solver') and pairs_as_solver < {{ var('provisional_pairs') }})
    or (list_contains(roles, 'author') and pairs_as_author < {{ var('provisional_pairs') }}) as provisional,
    faults,
    tokens,
    cost_usd,
    successes
from standings
order by week, scope, contestant
