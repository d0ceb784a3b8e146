{% set frontier_from, frontier_to = 0.05, 0.95 %}

with environments as (
    select week, environment_id, author, slot, version, domain, title, max_turns
    from {{ ref('stg_authored_environments') }}
    where status <> 'kept'
),

admissions as (
    select week, environment_id, bool_and(coalesce(passed, false)) as admitted
    from {{ ref('stg_hint_validations') }}
    where gating
    group by all
),

withdrawals as (
    select distinct week, environment_id, true as withdrawn
    from {{ ref('stg_solve_attempts') }}
    where stop_reason = 'environment_error'
),

attempts as (
    select
        week,
        environment_id,
        count(*) filter (not self_play and condition = 'without_hint') as panel_attempts,
        count(*) filter (not self_play and condition = 'without_hint' and success) as unaided,
        count(*) filter (not self_play and condition = 'with_hint') as hinted_attempts,
        count(*) filter (not self_play and condition = 'with_hint' and success) as hinted,
        avg(turns) filter (not self_play and condition = 'without_hint') as mean_turns,
        avg(success::integer) filter (self_play and condition = 'without_hint') as author_unaided_share
    from {{ ref('int_scored_attempts') }}
    group by all
),

pairs as (
    select
        week,
        environment_id,
        count(*) as pairs,
        count(*) filter (taught) as taught,
        (count(*) filter (taught) - count(*) filter (harmed)) / count(*) as hint_gain
    from {{ ref('int_matched_pairs') }}
    where not self_play
    group by all
),

panels as (
    select environments.week, environments.environment_id, count(*) as panel_size
    from environments
    join {{ ref('stg_contestants') }} as member
        on member.week = environments.week and member.contestant <> environments.author
    where list_contains(member.roles, 'solver')
    group by all
),

members_on_seeds as (
    select week, environment_id, seed, solver, avg(success::integer) as success
    from {{ ref('int_scored_attempts') }}
    where condition = 'without_hint' and not self_play
    group by all
),

whole_panels_on_seeds as (
    select members_on_seeds.*, panel_size * panel_size // 4 as most_unlike_pairs
    from members_on_seeds
    join panels using (week, environment_id)
    qualify count(*) over (partition by week, environment_id, seed) = panel_size
),

discrimination_on_seeds as (
    select
        week,
        environment_id,
        seed,
        sum(abs(one.success - other.success) order by one.solver, other.solver)
        / any_value(one.most_unlike_pairs) as discrimination
    from whole_panels_on_seeds as one
    join whole_panels_on_seeds as other using (week, environment_id, seed)
    where one.solver < other.solver
    group by all
),

discriminations as (
    select week, environment_id, avg(discrimination order by seed) as discrimination
    from discrimination_on_seeds
    group by all
),

played as (
    select
        environments.*,
        coalesce(admitted, false) as admitted,
        coalesce(version < max(version) filter (admitted) over (partition by week, author, slot), false)
            as superseded,
        coalesce(withdrawn, false) as withdrawn,
        coalesce(panel_attempts, 0) as panel_attempts,
        coalesce(unaided, 0) as unaided,
        coalesce(hinted_attempts, 0) as hinted_attempts,
        coalesce(hinted, 0) as hinted,
        hint_gain,
        coalesce(pairs, 0) as pairs,
        coalesce(taught, 0) as taught,
        discrimination,
        author_unaided_share,
        mean_turns
    from environments
    left join admissions using (week, environment_id)
    left join withdrawals using (week, environment_id)
    left join attempts using (week, environment_id)
    left join pairs using (week, environment_id)
    left join discriminations using (week, environment_id)
),

with_shares as (
    select
        *,
        {{ share('unaided', 'panel_attempts', 'unaided_share') }},
        {{ share('hinted', 'hinted_attempts', 'hinted_share') }}
    from played
)

select
    week,
    environment_id,
    author,
    domain,
    title,
    max_turns,
    version,
    admitted,
    superseded,
    withdrawn,
    panel_attempts,
    unaided,
    unaided_share,
    unaided_share_low,
    unaided_share_high,
    hinted_attempts,
    hinted,
    hinted_share,
    hinted_share_low,
    hinted_share_high,
    hint_gain,
    pairs,
    taught,
    discrimination,
    author_unaided_share,
    mean_turns,
    case
        when not admitted then 'not admitted'
        when superseded then 'superseded'
        when withdrawn then 'withdrawn'
        when pairs = 0 then 'not played'
        when unaided_share = 1 then 'always solved'
        when unaided_share = 0 then 'never solved'
        when unaided_share > {{ frontier_to }} then 'nearly always solved'
        when unaided_share < {{ frontier_from }} then 'hardly ever solved'
        when hint_gain > 0 then 'frontier'
        else 'no gain'
    end as verdict
from with_shares
order by week, environment_id
