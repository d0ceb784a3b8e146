{{ config(meta={'dagster': {'ref': {'name': 'failure_reasons'}}}) }}

{% set shares = {
    'head_to_head': ['solved_share', 'taught_share', 'stumped_share'],
    'hint_uplift': ['unaided_share', 'hinted_share'],
    'environment_difficulty': ['unaided_share', 'hinted_share'],
    'environment_by_solver': ['unaided_share', 'hinted_share'],
    'failure_reasons': ['share'],
} %}

with intervals as (
    {% for mart, names in shares.items() -%}
    {% set last_mart = loop.last -%}
    {% for name in names -%}
    select '{{ mart }}.{{ name }}' as share, {{ name }} as value, {{ name }}_low as low, {{ name }}_high as high
    from {{ ref(mart) }}
    {{- '\n    union all' if not (last_mart and loop.last) }}
    {% endfor -%}
    {% endfor %}
)

select *
from intervals
where not (0 <= low and low <= value and value <= high and high <= 1)
    or (value is null) <> (low is null)
    or (value is null) <> (high is null)
