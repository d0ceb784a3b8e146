{{ config(meta={'dagster': {'ref': {'name': 'standings'}}}) }}

with expected as (
    select week, scope, contestant
    from {{ ref('stg_contestants') }}
    cross join (values ('week'), ('season')) as scopes (scope)
    where week in (select week from {{ ref('stg_rankings') }})
)

select week, scope, contestant
from expected
full join {{ ref('standings') }} as standing using (week, scope, contestant)
group by all
having count(standing.model) <> 1
