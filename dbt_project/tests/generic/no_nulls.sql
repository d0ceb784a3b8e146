{# Rows with a null in one of the columns. #}

{% test no_nulls(model, columns) %}
select *
from {{ model }}
where {% for column in columns %}{{ column }} is null{{ ' or ' if not loop.last }}{% endfor %}
{% endtest %}
