"""The one partitions definition that every asset, check, job and schedule shares."""

import dagster as dg

from assets.weeks import FIRST_WEEK

# end_offset=1 makes the running week a valid partition: Monday's schedule plays the week that begins that day.
WEEKS = dg.WeeklyPartitionsDefinition(start_date=FIRST_WEEK.isoformat(), day_offset=1, timezone="UTC", end_offset=1)
