"""The valid week, and checks that Dagster runs on a week stored in a real warehouse."""

from collections.abc import Callable
from pathlib import Path

import dagster as dg
import polars as pl
import pytest

from assets.partitions import WEEKS
from assets.tables import TABLES
from checks.made_week import SEASON, WEEK, Frames, valid_week
from orchestration.checks import ALL_CHECKS
from orchestration.resources.warehouse import Warehouse
from orchestration.resources.warehouse.io_manager import warehouse_io_manager
from orchestration.resources.warehouse.partition import insert

type RunChecks = Callable[[str, Frames], dict[str, dg.AssetCheckEvaluation]]
CHECKS_OF = dict(zip(TABLES, ALL_CHECKS, strict=True))


@pytest.fixture(scope="session")
def week() -> Frames:
    return valid_week()


@pytest.fixture
def warehouse(tmp_path: Path) -> Warehouse:
    return Warehouse(tmp_path / "warehouse.duckdb", SEASON.name)


@pytest.fixture
def resources(warehouse: Warehouse) -> dict[str, object]:
    return {"season": SEASON, "warehouse": warehouse, "io_manager": warehouse_io_manager}


@pytest.fixture
def run_checks(warehouse: Warehouse, resources: dict[str, object]) -> RunChecks:
    """Store the other tables of a week, materialize one with its checks, and say what was found by check."""

    def run(table: str, frames: Frames) -> dict[str, dg.AssetCheckEvaluation]:
        with warehouse.connect() as connection:
            for name in frames.keys() - {table}:
                insert(connection, TABLES[name], frames[name])

        @dg.asset(name=table, partitions_def=WEEKS)
        def step() -> pl.DataFrame:
            return frames[table]

        result = dg.materialize(
            [step, CHECKS_OF[table]], resources=resources, partition_key=str(WEEK), raise_on_error=False
        )
        found = {evaluation.check_name: evaluation for evaluation in result.get_asset_check_evaluations()}
        blocked = any(not e.passed and e.severity == dg.AssetCheckSeverity.ERROR for e in found.values())
        assert result.success is not blocked
        return found

    return run
