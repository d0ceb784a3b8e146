{# Rows whose columns, none of them null, stand in no row of another relation. #}

{% test references(model, columns, to, to_columns) %}
select child.*
from (select distinct {{ columns | join(', ') }} from {{ model }}) as child
left join (select distinct {{ to_columns | join(', ') }} from {{ to }}) as parent
    on {% for column in columns %}child.{{ column }} = parent.{{ to_columns[loop.index0] }}{{ ' and ' if not loop.last }}{% endfor %}

where parent.{{ to_columns[0] }} is null
{%- for column in columns %} and child.{{ column }} is not null{% endfor %}
{% endtest %}
