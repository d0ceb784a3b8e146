{# Columns that sum up what one step of a contestant took and cost, over the rows of a group. #}

{% macro bill(step, ordered_by) %}
        sum(tokens_in) as {{ step }}_tokens_in,
        sum(tokens_out) as {{ step }}_tokens_out,
        sum(cost_usd order by {{ ordered_by }}) as {{ step }}_cost_usd,
        sum(faults_cost_usd order by {{ ordered_by }}) as {{ step }}_faults_usd,
        count(*) filter (cost_usd is null or faults_cost_usd is null) as {{ step }}_unpriced
{% endmacro %}
