{# What is amiss of a relation's declaration, a row for each case: rows that share their key, nulls where none may be,
   references that lead into no row, values that are not among the declared ones. One test a relation, since what a test
   costs is not its SQL; the relation, which may be a view that costs something, is read once. #}

{% test as_declared(model, key, not_null=[], references=[], accepted={}) %}
{%- set columns = key + not_null + accepted.keys() | list + references | map(attribute='columns') | sum(start=[]) %}
with seen as materialized (
    select "{{ columns | unique | join('", "') }}" from {{ model }}
)

select 'the same {{ key | join(', ') }} more than once' as problem
from seen
group by {{ key | join(', ') }}
having count(*) > 1
{%- for column in not_null or key %}

union all
select '{{ column }} is null' from seen where "{{ column }}" is null
{%- endfor %}
{%- for reference in references %}

union all
select '{{ reference.columns | join(', ') }} in no row of the other relation'
from (select distinct {{ reference.columns | join(', ') }} from seen) as child
left join (select distinct {{ reference.to_columns | join(', ') }} from {{ reference.to }}) as parent
    on {% for column in reference.columns %}child.{{ column }} = parent.{{ reference.to_columns[loop.index0] }}{{ ' and ' if not loop.last }}{% endfor %}

where parent.{{ reference.to_columns[0] }} is null
{%- for column in reference.columns %} and child.{{ column }} is not null{% endfor %}
{%- endfor %}
{%- for column, values in accepted.items() %}

union all
select '{{ column }} is ' || {{ column }} from seen where {{ column }} not in ('{{ values | join("', '") }}')
{%- endfor %}
{% endtest %}
