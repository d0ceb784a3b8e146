with failures as (
    select validation.week, validation.author as contestant, 'author' as role, validation.check_name as reason
    from {{ ref('stg_hint_validations') }} as validation
    join {{ ref('stg_authored_environments') }} as environment using (week, environment_id)
    where validation.gating and not validation.passed and environment.status = 'written'
    union all
    select week, author as contestant, 'author' as role, status as reason
    from {{ ref('stg_authored_environments') }}
    where status not in ('written', 'kept')
    union all
    select week, solver as contestant, 'solver' as role, stop_reason as reason
    from {{ ref('stg_solve_attempts') }}
    where status <> 'success'
),

reasons as (
    select week, contestant, role, reason, count(*) as n
    from failures
    group by all
),

totals as (
    select week, author as contestant, 'author' as role, count(*) as total
    from {{ ref('stg_authored_environments') }}
    where status <> 'kept'
    group by all
    union all
    select week, solver as contestant, 'solver' as role, count(*) as total
    from {{ ref('stg_solve_attempts') }}
    group by all
)

select
    week,
    contestant,
    role,
    reason,
    case
        when reason in ('incomplete', 'provider_error') then 'provider'
        when reason = 'budget_reached' then 'operator'
        when reason = 'sandbox_error' then 'sandbox'
        when reason = 'environment_error' then 'environment'
        else role
    end as whose,
    n,
    total as of,
    {{ share('n', 'total', 'share') }}
from reasons
join totals using (week, contestant, role)
order by week, contestant, role, n desc, reason
