{{ config(meta={'dagster': {'ref': {'name': 'int_matched_pairs'}}}) }}

select week, environment_id, solver, seed, trial
from {{ ref('int_matched_pairs') }} as pair
left join {{ ref('stg_solve_attempts') }} as attempt using (week, environment_id, solver, seed, trial)
group by all
having count(*) filter (condition = 'without_hint' and attempt.success = pair.unaided) <> 1
    or count(*) filter (condition = 'with_hint' and attempt.success = pair.hinted) <> 1
    or count(*) <> 2
