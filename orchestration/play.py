"""Playing a week from the command line: the same job that the UI and the schedule run."""

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import dagster as dg
from dagster._core.execution.api import execute_run

from assets.errors import OperatorError
from assets.ports import Progress
from assets.season import Season
from assets.weeks import FIRST_WEEK
from orchestration.instance import COMMAND_LINE_TAGS, open_instance
from orchestration.jobs import PARTITION_TAG, weekly_tournament
from orchestration.progress_files import ProgressFiles, relayed
from orchestration.resources.home import Home
from orchestration.step_errors import is_operators, reason
from orchestration.step_process import end_with_run
from orchestration.wiring import build_definitions


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that went wrong in a run.

    Attributes:
        is_operators: whether it is the operator's to mend, such as a damaged file.
    """

    text: str
    is_operators: bool = False


def weeks_until(last: date, count: int) -> list[date]:
    """So many weeks, oldest first: the order in which they must be played, since a season's scores look back.

    Raises:
        OperatorError: fewer than one, or more than there can be.
    """
    possible = (last - FIRST_WEEK).days // 7 + 1
    if not 1 <= count <= possible:
        raise OperatorError(f"--last {count}: give 1 to {possible}; the first week is {FIRST_WEEK}")
    return [last - timedelta(weeks=back) for back in reversed(range(count))]


def play_week(home: Home, season: Season, week: date, progress: Progress) -> list[Problem]:
    """Run `weekly_tournament` for a week of a claimed home.

    Returns:
        What went wrong; empty when the week is played.

    Raises:
        OperatorError: the warehouse or Dagster's storage can't be used, or another run is on; nothing was started.
    """
    with open_instance(home) as instance:
        with home.warehouse(season).open():
            # Looked at before anybody is asked for anything.
            pass
        arguments = {"home": str(home.root), "season": season.model_dump_json(exclude_unset=True)}
        job = dg.build_reconstructable_job(__name__, rebuilt.__name__, reconstructable_kwargs=arguments)
        # Not dg.execute_job, which would write the arguments, and with them the season's seed, into Dagster's storage.
        run = instance.create_run_for_job(
            job.get_definition(),
            run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
            tags={**COMMAND_LINE_TAGS, PARTITION_TAG: week.isoformat()},
        )
        with relayed(home.progress, progress):
            result = execute_run(job, run, instance)
    return [] if result.success else _problems(result)


def rebuilt(home: str, season: str) -> dg.JobDefinition:
    """The job as each process of a run builds it, in a home and for a season in JSON."""
    end_with_run()
    played_in = Home(Path(home))
    progress = ProgressFiles(played_in.progress)
    definitions = build_definitions(played_in, Season.model_validate_json(season), progress)
    return definitions.resolve_job_def(weekly_tournament.name)


def _problems(result: dg.JobExecutionResult) -> list[Problem]:
    checks = [
        Problem(
            f"{evaluation.asset_key.to_user_string()}: check {evaluation.check_name} failed: "
            f"{evaluation.description or ''}"
        )
        for evaluation in result.get_asset_check_evaluations()
        if not evaluation.passed and evaluation.blocking
    ]
    if checks:
        return checks
    problems = [
        Problem(f"{event.step_key}: {reason(event)}", is_operators(event))
        for event in result.all_events
        if event.is_step_failure
    ]
    return problems or [Problem("the run failed before its first step; see it in the UI: make ui")]
