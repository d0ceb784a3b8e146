"""Warehouses in which dbt has built its views, one a made season, made once for all processes of a test run."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import duckdb
import polars as pl
import pytest
from checks.made_week import SEASON
from warehouse.made_rows import GOOD, store

from assets.schema import Table
from marts.dbt_runs import Dbt, Result
from marts.made_seasons import SCENARIOS
from orchestration.resources.warehouse import Warehouse


@dataclass(frozen=True)
class Built:
    """A made season in its warehouse, and what dbt said when it built the views. Look, don't touch."""

    path: Path
    results: dict[str, Result]

    def rows(self, query: str) -> pl.DataFrame:
        """The rows of a query over schema duels."""
        with duckdb.connect(self.path, read_only=True) as connection:
            connection.execute("SET search_path = 'duels'")
            return connection.execute(query).pl()

    def table(self, table: Table) -> pl.DataFrame:
        """A whole table as the steps see it."""
        return self.rows(f"SELECT * FROM {table.name}").cast(table.polars_schema)  # type: ignore[arg-type]


type Build = Callable[[str], Built]


@pytest.fixture(scope="session")
def dbt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dbt]:
    """One dbt for all processes of a test run."""
    base = tmp_path_factory.getbasetemp()
    root = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "marts"
    root.mkdir(exist_ok=True)
    return Dbt(root)


@pytest.fixture(scope="session")
def build(dbt: Dbt) -> Build:
    """Make a season and build the views over it, or take them from who did so before."""

    def built(name: str) -> Built:
        path, said = dbt.root / name / "warehouse.duckdb", dbt.root / name / "results.json"
        with dbt.alone():
            if not said.exists():
                _store(name, dbt.path)
                results = dbt.run("build")
                dbt.give(path)
                said.write_text(json.dumps({node: asdict(result) for node, result in results.items()}))
        results = {node: Result(**result) for node, result in json.loads(said.read_text()).items()}
        return Built(path, results)

    return built


@pytest.fixture(scope="session")
def four_weeks(build: Build) -> Built:
    return build("four_weeks")


@pytest.fixture(scope="session")
def one_week(build: Build) -> Built:
    return build("one_week")


def _store(name: str, path: Path) -> None:
    warehouse = Warehouse(path, SEASON.name)
    with warehouse.connect():
        pass  # Creates the tables, also where no week fills them.
    for week, frames in SCENARIOS[name]().items():
        for table, frame in frames.items():
            store(warehouse, table, frame, GOOD, week=week)
