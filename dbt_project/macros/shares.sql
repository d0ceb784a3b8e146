{# A share as three columns: itself, and the ends of its 95 % interval by Wilson (1927), which stays within [0, 1] and is
   right for few observations, too. Null where there is nothing to share. `count` and `total` are columns. #}

{% macro share(count, total, name) %}
{{ count }} / nullif({{ total }}, 0) as {{ name }},
    if({{ count }} = 0, 0 / nullif({{ total }}, 0), {{ _wilson(count, '-', total) }}) as {{ name }}_low,
    if({{ count }} = {{ total }}, {{ total }} / nullif({{ total }}, 0), {{ _wilson(count, '+', total) }}) as {{ name }}_high
{%- endmacro %}

{# A count beyond its total is for the tests to find: it must not break whoever reads the view. #}

{% macro _wilson(count, sign, total) -%}
{%- set z = 1.959963984540054 -%}
{%- set variance = count ~ ' * (' ~ total ~ ' - ' ~ count ~ ') / ' ~ total ~ ' + ' ~ z ** 2 / 4 -%}
({{ count }} + {{ z ** 2 / 2 }} {{ sign }} {{ z }} * sqrt(greatest({{ variance }}, 0))) / ({{ total }} + {{ z ** 2 }})
{%- endmacro %}
