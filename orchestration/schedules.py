"""The schedule: each Monday 06:00 UTC, the week that begins that day. Stopped until somebody turns it on."""

import dagster as dg

from orchestration.jobs import weekly_tournament

every_monday = dg.build_schedule_from_partitioned_job(
    weekly_tournament,
    name="every_monday",
    hour_of_day=6,
    description="Plays the week that begins on the day of the tick.",
    default_status=dg.DefaultScheduleStatus.STOPPED,
)
