"""The asset: earlier weeks come from the warehouse, and only those that passed."""

from datetime import date, timedelta
from pathlib import Path

import dagster as dg
import polars as pl
import pytest
from checks.made_week import SEASON, Frames, played_week
from polars.testing import assert_frame_equal
from warehouse.made_rows import BAD, GOOD, store

from assets.catalog import WAREHOUSE_IO
from assets.dossier_effects.asset import dossier_effects
from assets.dossier_effects.effects import dossier_effects as effects_of
from assets.dossier_effects.outcomes import weekly_outcomes
from assets.partitions import WEEKS
from assets.tables import DOSSIER_EFFECTS
from assets.week_results import WEEK_RESULTS
from assets.weeks import FIRST_WEEK
from orchestration.resources.warehouse import Warehouse, WarehouseHistory
from orchestration.resources.warehouse.io_manager import warehouse_io_manager
from orchestration.resources.warehouse.partition import read

FOUR = [FIRST_WEEK + timedelta(weeks=number) for number in range(4)]
UPSTREAM = ("contestants", "dossiers", "hint_validations", "solve_attempts", "rankings")


@pytest.fixture(scope="module")
def weeks() -> dict[date, Frames]:
    """Ada is shown a dossier in the second and the fourth, Bob in the third."""
    made = {}
    for number, week in enumerate(FOUR):
        frames = played_week(SEASON, week)
        turn = pl.Series([number in (1, 3), number == 2])
        dossier = pl.when(turn).then(pl.lit("own")).otherwise(pl.lit("none")).alias("dossier")
        made[week] = frames | {"dossiers": frames["dossiers"].sort("author").with_columns(dossier)}
    return made


@pytest.fixture
def warehouse(weeks: dict[date, Frames], tmp_path: Path) -> Warehouse:
    stored = Warehouse(tmp_path / "warehouse.duckdb", SEASON.name)
    for week, frames in weeks.items():
        for table, frame in frames.items():
            store(stored, table, frame, GOOD, week=week)
    return stored


def materialized(warehouse: Warehouse) -> pl.DataFrame:
    upstream = [dg.AssetSpec(name, partitions_def=WEEKS).with_io_manager_key(WAREHOUSE_IO) for name in UPSTREAM]
    assert dg.materialize(
        [*upstream, WEEK_RESULTS, dossier_effects],
        resources={
            "season": SEASON,
            "history": WarehouseHistory(warehouse),
            "warehouse": warehouse,
            WAREHOUSE_IO: warehouse_io_manager,
        },
        partition_key=FOUR[-1].isoformat(),
        selection=[dossier_effects],
    ).success
    with warehouse.connect(read_only=True) as connection:
        return read(connection, DOSSIER_EFFECTS, FOUR[-1])


def expected(weeks: dict[date, Frames], *played: date) -> pl.DataFrame:
    """What the weeks that were played come to."""
    read = ("contestants", "hint_validations", "solve_attempts")
    outcomes = pl.concat(weekly_outcomes(week, *(weeks[week][table] for table in read)) for week in played)
    return effects_of(FOUR[-1], outcomes, pl.concat(weeks[week]["dossiers"] for week in played), seed=1)


def test_it_rests_on_all_weeks_so_far(weeks, warehouse):
    found = materialized(warehouse)
    assert_frame_equal(found, expected(weeks, *FOUR))
    assert found.get_column("authors").to_list() == [2, 2, 2, 2]
    assert found.get_column("weeks_with").to_list() == [3, 3, 3, 3]


def test_a_week_that_did_not_pass_is_left_out(weeks, warehouse):
    store(warehouse, "solve_attempts", weeks[FOUR[1]]["solve_attempts"], BAD, week=FOUR[1])
    found = materialized(warehouse)
    admitted = found.filter(outcome="admitted_share")
    without = expected(weeks, FOUR[0], *FOUR[2:])
    assert_frame_equal(found, without)
    assert admitted.get_column("authors").to_list() == [1]
