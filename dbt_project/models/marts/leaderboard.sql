select *
from {{ ref('standings') }}
where week = (select max(week) from {{ ref('standings') }})
order by scope desc, composite_rank, contestant
