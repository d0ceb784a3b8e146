{% set sums = [
    'drafts', 'environments', 'authoring_tokens_in', 'authoring_tokens_out', 'authoring_unpriced',
    'probing_tokens_in', 'probing_tokens_out', 'probing_unpriced',
    'attempts', 'scored_attempts', 'incomplete_attempts', 'faults', 'successes',
    'solving_tokens_in', 'solving_tokens_out', 'solving_unpriced', 'taught',
] %}
{% set costs = [
    'authoring_cost_usd', 'probing_cost_usd', 'solving_cost_usd',
    'authoring_faults_usd', 'probing_faults_usd', 'solving_faults_usd',
] %}

with authoring as (
    select
        week,
        author as contestant,
        sum(tries) as drafts,
        count(*) filter (version = 0) as environments,
        {{ bill('authoring', 'environment_id') }}
    from {{ ref('stg_authored_environments') }}
    group by all
),

probes as (
    select week, author as contestant, environment_id as work, tokens_in, tokens_out, cost_usd, faults_cost_usd
    from {{ ref('stg_hint_validations') }}
    where check_name = 'hint_probe'
    union all
    select week, solver as contestant, attempt_id as work, tokens_in, tokens_out, cost_usd, faults_cost_usd
    from {{ ref('stg_environment_probes') }}
),

probing as (
    select
        week,
        contestant,
        {{ bill('probing', 'work') }}
    from probes
    group by all
),

solving as (
    select
        week,
        solver as contestant,
        count(*) as attempts,
        count(*) filter (status = 'incomplete') as incomplete_attempts,
        count(*) filter (status = 'incomplete' and stop_reason <> 'budget_reached') as faults,
        {{ bill('solving', 'attempt_id') }}
    from {{ ref('stg_solve_attempts') }}
    group by all
),

scoring as (
    select week, solver as contestant, count(*) as scored_attempts, count(*) filter (success) as successes
    from {{ ref('int_scored_attempts') }}
    group by all
),

teaching as (
    select week, author as contestant, count(*) filter (taught) as taught
    from {{ ref('int_matched_pairs') }}
    where not self_play
    group by all
),

weekly as (
    select *
    from {{ ref('stg_contestants') }}
    left join authoring using (week, contestant)
    left join probing using (week, contestant)
    left join solving using (week, contestant)
    left join scoring using (week, contestant)
    left join teaching using (week, contestant)
),

summed as (
    select
        this_week.week,
        scopes.scope,
        this_week.contestant,
        {% for name in sums -%}
        coalesce(sum({{ name }}), 0)::bigint as {{ name }},
        {% endfor -%}
        {% for name in costs -%}
        coalesce(sum({{ name }} order by scopes.of_week), 0) as {{ name }}{{ ',' if not loop.last }}
        {% endfor %}
    from {{ ref('stg_contestants') }} as this_week
    join {{ ref('int_scope_weeks') }} as scopes on scopes.week = this_week.week
    join weekly on weekly.week = scopes.of_week and weekly.contestant = this_week.contestant
    group by all
),

priced as (
    select
        * replace (
            if(authoring_unpriced = 0, authoring_cost_usd, null) as authoring_cost_usd,
            if(probing_unpriced = 0, probing_cost_usd, null) as probing_cost_usd,
            if(solving_unpriced = 0, solving_cost_usd, null) as solving_cost_usd
        ),
        authoring_unpriced + probing_unpriced + solving_unpriced as unpriced,
        if(unpriced = 0, authoring_faults_usd + probing_faults_usd + solving_faults_usd, null) as faults_cost_usd,
        solving_tokens_in + solving_tokens_out as solving_tokens
    from summed
)

select
    week,
    scope,
    contestant,
    drafts,
    environments,
    authoring_tokens_in,
    authoring_tokens_out,
    authoring_cost_usd,
    probing_tokens_in,
    probing_tokens_out,
    probing_cost_usd,
    attempts,
    scored_attempts,
    incomplete_attempts,
    faults,
    successes,
    solving_tokens_in,
    solving_tokens_out,
    solving_cost_usd,
    faults_cost_usd,
    authoring_tokens_in + authoring_tokens_out + probing_tokens_in + probing_tokens_out + solving_tokens as tokens,
    authoring_cost_usd + probing_cost_usd + solving_cost_usd + faults_cost_usd as cost_usd,
    unpriced,
    solving_tokens / nullif(successes, 0) as tokens_per_success,
    solving_cost_usd / nullif(successes, 0) as cost_per_success_usd,
    taught,
    authoring_cost_usd / nullif(taught, 0) as cost_per_taught_usd
from priced
order by week, scope, contestant
