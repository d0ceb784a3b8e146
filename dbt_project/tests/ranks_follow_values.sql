{{ config(meta={'dagster': {'ref': {'name': 'rating_history'}}}) }}

{# Values that agree to nine digits after the point share a rank. #}

with ranked as (
    select *, rank() over (partition by week, scope, board order by round(value, 9) desc) as expected
    from {{ ref('rating_history') }}
    where value is not null
)

select week, scope, board, contestant
from ranked
where rank is distinct from expected or not rank between coalesce(rank_low, rank) and coalesce(rank_high, rank)
union all
select week, scope, board, contestant
from {{ ref('rating_history') }}
where value is null and rank is not null
