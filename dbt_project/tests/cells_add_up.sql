{{ config(meta={'dagster': {'ref': {'name': 'head_to_head'}}}) }}

select *
from {{ ref('head_to_head') }}
where solved + taught + stumped <> pairs
    or harmed > solved
    or environments > pairs
    or (environments = 0) <> (pairs = 0)
