{% set boards = ['solver', 'author', 'author_difficulty', 'canonical_solve', 'design', 'hint_authoring'] %}

select
    week,
    scope,
    contestant,
    {% for board in boards -%}
    {{ board }},
    {{ board }}_ci_low,
    {{ board }}_ci_high,
    {{ board }}_rank,
    {% endfor -%}
    solver_rank - author_rank as rank_gap
from {{ ref('standings') }}
where list_has_all(roles, ['author', 'solver'])
order by week, scope, contestant
