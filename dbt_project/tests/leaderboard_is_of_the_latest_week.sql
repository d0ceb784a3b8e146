{{ config(meta={'dagster': {'ref': {'name': 'leaderboard'}}}) }}

with latest as (
    select week, count(distinct (scope, contestant)) as contestants
    from {{ ref('stg_rankings') }}
    where week = (select max(week) from {{ ref('stg_rankings') }})
    group by all
),

shown as (
    select week, count(distinct (scope, contestant)) as contestants
    from {{ ref('leaderboard') }}
    group by all
)

select week
from latest
full join shown using (week)
where latest.contestants is distinct from shown.contestants
