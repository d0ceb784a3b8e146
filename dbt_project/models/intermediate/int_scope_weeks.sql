with weeks as (
    select distinct week from {{ ref('stg_contestants') }}
)

select week, 'week' as scope, week as of_week
from weeks
union all
select this.week, 'season' as scope, earlier.week as of_week
from weeks as this
join weeks as earlier on earlier.week <= this.week
