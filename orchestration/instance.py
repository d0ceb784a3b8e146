"""Dagster's own storage in a home: runs, events and schedules, one for the UI, the schedule and the command line."""

import fcntl
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import dagster as dg
from sqlalchemy.exc import DatabaseError

from assets.errors import OperatorError
from orchestration.resources.home import Home

COMMAND_LINE_TAG = "duels/started_by"
COMMAND_LINE_TAGS = {COMMAND_LINE_TAG: "command line"}

_SETTINGS = """\
# Written by Environment Duels at each start; changes here are lost.
telemetry:
  enabled: false
nux:
  enabled: false
run_monitoring:
  enabled: true
  free_slots_after_run_end_seconds: 60
concurrency:
  # A week builds on the weeks before it.
  runs:
    max_concurrent_runs: 1
  pools:
    default_limit: 1
    granularity: op
"""

_ON_THE_COMMAND_LINE = """\
# What is printed goes to the terminal, not through a pipe into a log.
compute_logs:
  module: dagster._core.storage.noop_compute_log_manager
  class: NoOpComputeLogManager
# The log as it would be by default, where it would be.
event_log_storage:
  module: orchestration.event_log
  class: PooledEventLog
  config:
    base_dir: {events}
# That a step's process has started stands in the history of runs; the terminal is not told.
python_logs:
  python_log_level: INFO
"""
_COMMAND_LINE_FILE = "command_line.yaml"


def environment(home: Home) -> dict[str, str]:
    """The environment variables under which Dagster's processes use this home."""
    return {
        "DUELS_HOME": str(home.root),
        "DAGSTER_HOME": str(_configured(home)),
        "DAGSTER_DISABLE_TELEMETRY": "1",
    }


@contextmanager
def open_instance(home: Home) -> Iterator[dg.DagsterInstance]:
    """Dagster's instance of a home, for the one tournament that the command line may play in it at a time.

    Raises:
        OperatorError: another one is being played, or the storage is damaged.
    """
    with _only_player(home), ExitStack() as stack:
        try:
            instance = stack.enter_context(dg.DagsterInstance.from_config(str(_configured(home)), _COMMAND_LINE_FILE))
            _bury_killed_runs(instance)
        except DatabaseError as error:
            raise OperatorError(
                f"Dagster's storage in {home.dagster} can't be read ({error.orig}); "
                "move that directory away: it holds the history of runs, and no results"
            ) from None
        yield instance


@contextmanager
def _only_player(home: Home) -> Iterator[None]:
    with (home.root / "tournament.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OperatorError(f"another `duels tournament` is playing in {home.root}; wait for it to end") from None
        yield


def _bury_killed_runs(instance: dg.DagsterInstance) -> None:
    """Mark runs of the command line that never ended as failed: we hold its lock, so their processes are gone.

    A killed run can't give back its slot in the pool `warehouse_writer`, and the next one would wait for it for ever.
    """
    unended = dg.RunsFilter(
        tags=COMMAND_LINE_TAGS,
        statuses=[dg.DagsterRunStatus.STARTING, dg.DagsterRunStatus.STARTED, dg.DagsterRunStatus.CANCELING],
    )
    for run in instance.get_runs(unended):
        instance.report_run_failed(run, "The process that played this run was killed.")
        instance.event_log_storage.free_concurrency_slots_for_run(run.run_id)


def _configured(home: Home) -> Path:
    home.dagster.mkdir(parents=True, exist_ok=True)
    on_the_command_line = _ON_THE_COMMAND_LINE.format(events=json.dumps(str(home.dagster / "history" / "runs")))
    (home.dagster / "dagster.yaml").write_text(_SETTINGS, encoding="utf-8")
    (home.dagster / _COMMAND_LINE_FILE).write_text(_SETTINGS + on_the_command_line, encoding="utf-8")
    return home.dagster
