{# The rows of a declared table whose week passed its quality checks, here and in all that the table is derived from. #}

{% macro staged(table) %}
select *
from {{ source('tournament', table) }}
where week in (select valid.week from valid_partitions as valid where valid.table_name = '{{ table }}')
{% endmacro %}
