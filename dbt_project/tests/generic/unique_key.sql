{# Rows that share all of the columns with another. #}

{% test unique_key(model, columns) %}
select {{ columns | join(', ') }}, count(*) as copies
from {{ model }}
group by all
having count(*) > 1
{% endtest %}
