{# Names without database and schema. The tables and views stand in one schema, which is called otherwise in the published
   snapshot; a view's names are looked up in the view's own schema first, so that the same view works in both files. #}

{% macro ref() %}
    {% do return(builtins.ref(*varargs, **kwargs).include(database=false, schema=false)) %}
{% endmacro %}

{% macro source() %}
    {% do return(builtins.source(*varargs, **kwargs).include(database=false, schema=false)) %}
{% endmacro %}
