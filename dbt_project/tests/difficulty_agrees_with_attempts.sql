{{ config(meta={'dagster': {'ref': {'name': 'environment_difficulty'}}}) }}

with rounding as (
    select 1e-9 as tolerance
)

select week, environment_id
from {{ ref('environment_difficulty') }}, rounding
where not discrimination between -tolerance and 1 + tolerance
    or unaided > panel_attempts
    or hinted > hinted_attempts
    or pairs > least(panel_attempts, hinted_attempts)
    or taught > pairs
    or (not admitted or superseded or withdrawn) and panel_attempts + hinted_attempts > 0
