{{ config(meta={'dagster': {'ref': {'name': 'contestant_costs'}}}) }}

with of_contestants as (
    select
        week,
        sum(drafts) as drafts,
        sum(environments) as environments,
        sum(attempts) as attempts,
        sum(incomplete_attempts) as incomplete_attempts,
        sum(tokens) as tokens,
        sum(unpriced) as unpriced,
        coalesce(sum(authoring_cost_usd), 0) + coalesce(sum(probing_cost_usd), 0) + coalesce(sum(solving_cost_usd), 0)
            as cost_usd,
        coalesce(sum(faults_cost_usd), 0) as faults_cost_usd
    from {{ ref('contestant_costs') }}
    where scope = 'week'
    group by all
),

calls as (
    select week, author as contestant, 'author' as role, tries as drafts, (version = 0)::integer as environments,
        0 as attempts,
        0 as incomplete_attempts, tokens_in + tokens_out as tokens, cost_usd, faults_cost_usd
    from {{ ref('stg_authored_environments') }}
    union all
    select week, author as contestant, 'probe' as role, 0 as drafts, 0 as environments, 0 as attempts,
        0 as incomplete_attempts, tokens_in + tokens_out as tokens, cost_usd, faults_cost_usd
    from {{ ref('stg_hint_validations') }}
    union all
    select week, solver as contestant, 'probe' as role, 0 as drafts, 0 as environments, 0 as attempts,
        0 as incomplete_attempts, tokens_in + tokens_out as tokens, cost_usd, faults_cost_usd
    from {{ ref('stg_environment_probes') }}
    union all
    select week, solver as contestant, 'solver' as role, 0 as drafts, 0 as environments, 1 as attempts,
        (status = 'incomplete')::integer as incomplete_attempts, tokens_in + tokens_out as tokens, cost_usd,
        faults_cost_usd
    from {{ ref('stg_solve_attempts') }}
),

priced as (
    select
        *,
        cost_usd is null or faults_cost_usd is null as unpriced,
        not bool_or(unpriced) over (partition by week, contestant, role) as role_priced,
        not bool_or(unpriced) over (partition by week, contestant) as all_priced
    from calls
),

of_calls as (
    select
        week,
        sum(drafts) as drafts,
        sum(environments) as environments,
        sum(attempts) as attempts,
        sum(incomplete_attempts) as incomplete_attempts,
        sum(tokens) as tokens,
        count(*) filter (unpriced) as unpriced,
        coalesce(sum(cost_usd) filter (role_priced), 0) as cost_usd,
        coalesce(sum(faults_cost_usd) filter (all_priced), 0) as faults_cost_usd
    from priced
    group by all
)

select week
from of_calls
left join of_contestants using (week)
where row(of_calls.drafts, of_calls.environments, of_calls.attempts, of_calls.incomplete_attempts, of_calls.tokens)
    is distinct from
    row(of_contestants.drafts, of_contestants.environments, of_contestants.attempts,
        of_contestants.incomplete_attempts, of_contestants.tokens)
    or of_calls.unpriced is distinct from of_contestants.unpriced
    or abs(of_calls.cost_usd - of_contestants.cost_usd) > 1e-6
    or abs(of_calls.faults_cost_usd - of_contestants.faults_cost_usd) > 1e-6
