"""The failure sensor: one plain line in the log for each run that failed."""

import dagster as dg

from orchestration.jobs import PARTITION_TAG
from orchestration.step_errors import reason


def summary(job: str, week: str | None, run_id: str, steps: list[str], message: str) -> str:
    """What failed, why, and what to do, in one line."""
    where = f" in {', '.join(steps)}" if steps else ""
    reason = " ".join(message.split())[:500]
    return (
        f"{job} of {week or 'no week'} failed{where}: {reason} · run {run_id[:8]} · "
        "what was finished is kept; mend the cause and run the week again"
    )


@dg.run_failure_sensor(
    description="Writes a summary line to the log when a run fails.",
    default_status=dg.DefaultSensorStatus.RUNNING,
)
def failed_run_summary(context: dg.RunFailureSensorContext) -> None:
    run = context.dagster_run
    failures = context.get_step_failure_events()
    steps = [event.step_key for event in failures if event.step_key]
    message = reason(failures[0]) if failures else context.failure_event.message or ""
    context.log.error(summary(run.job_name, run.tags.get(PARTITION_TAG), run.run_id, steps, message))
