"""dagster-dbt's client for our project, without what it does around a dbt command."""

import sys
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

from dagster_dbt import DbtCliResource
from packaging.version import Version, parse

from orchestration.dbt.project import PROJECT


class QuietDbt(DbtCliResource):
    """Runs dbt as a subprocess and nothing else.

    dagster-dbt asks `dbt --version` first, which looks up the latest release in the package index, and opens the
    project's database in our own process, for column metadata that we declare ourselves.
    """

    @cached_property
    def _cli_version(self) -> Version:
        return parse(version("dbt-core"))

    def _initialize_dbt_core_adapter(self, args: Sequence[str]) -> None:  # type: ignore[override]
        return None


def dbt_client(home: Path) -> QuietDbt:
    """The client of our project, for the warehouse in a home."""
    return QuietDbt(
        project_dir=str(PROJECT),
        profiles_dir=str(PROJECT),
        dbt_executable=sys.executable,
        global_config_flags=[
            *("-m", "orchestration.dbt.here", str(home)),
            # A log of every event and a second copy of the manifest cost seconds; Dagster keeps what dbt prints.
            *("--log-level-file", "none", "--no-write-json"),
        ],
    )
