"""Dagster's own storage in a home: runs, events and schedules, the same for the UI, the schedule and the command line."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dagster as dg

from orchestration.resources.home import Home

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
  pools:
    default_limit: 1
    granularity: op
"""


def environment(home: Home) -> dict[str, str]:
    """The environment variables under which Dagster's processes use this home."""
    return {
        "DUELS_HOME": str(home.root),
        "DAGSTER_HOME": str(_configure(home)),
        "DAGSTER_DISABLE_TELEMETRY": "1",
    }


@contextmanager
def open_instance(home: Home) -> Iterator[dg.DagsterInstance]:
    """Dagster's instance of a home."""
    os.environ.update(environment(home))
    with dg.DagsterInstance.from_config(str(home.dagster)) as instance:
        yield instance


def _configure(home: Home) -> Path:
    home.dagster.mkdir(parents=True, exist_ok=True)
    (home.dagster / "dagster.yaml").write_text(_SETTINGS, encoding="utf-8")
    return home.dagster
