{{ config(meta={'dagster': {'ref': {'name': 'failure_reasons'}}}) }}

with unsuccessful as (
    select week, solver as contestant, count(*) as n
    from {{ ref('stg_solve_attempts') }}
    where status <> 'success'
    group by all
),

listed as (
    select week, contestant, sum(n) as n
    from {{ ref('failure_reasons') }}
    where role = 'solver'
    group by all
)

select week, contestant
from unsuccessful
full join listed using (week, contestant)
where unsuccessful.n is distinct from listed.n
