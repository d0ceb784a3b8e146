"""dagster-dbt's client for our project, without what it does around a dbt command."""

from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version

from dagster_dbt import DbtCliResource
from packaging.version import Version, parse

from orchestration.dbt.project import DBT, PROJECT


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


def dbt_client() -> QuietDbt:
    """The client of our project, with our own dbt."""
    return QuietDbt(
        project_dir=str(PROJECT),
        profiles_dir=str(PROJECT),
        dbt_executable=str(DBT),
        # A log of every event and a second copy of the manifest cost seconds; Dagster keeps what dbt prints.
        global_config_flags=["--log-level-file", "none", "--no-write-json"],
    )
