"""What the warehouse's I/O manager keeps and the stock one breaks: each test passes with ours and must fail there."""

from pathlib import Path

import dagster as dg
import duckdb
import polars as pl
import pytest

from assets.catalog import WAREHOUSE_IO
from assets.tables import CONTESTANTS
from orchestration.resources.warehouse import Warehouse
from warehouse.made_rows import GOOD, LAST_WEEK, SEASON, WEEK, contestants, store
from warehouse.processes import can_write
from warehouse.runs import Resources, load, materialize, over, problem
from warehouse.stock import StockIOManager

BROKEN_BY_STOCK = pytest.mark.xfail(strict=True, raises=(AssertionError, pytest.fail.Exception))
on_both = pytest.mark.parametrize("either", ["ours", "stock"], indirect=True)
only_on_ours = pytest.mark.parametrize("either", ["ours", pytest.param("stock", marks=BROKEN_BY_STOCK)], indirect=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "warehouse.duckdb"


@pytest.fixture
def either(request: pytest.FixtureRequest, path: Path) -> Resources:
    if request.param == "stock":
        return {WAREHOUSE_IO: StockIOManager(database=str(path), schema="duels")}
    return over(Warehouse(path, SEASON))


def stored(path: Path, columns: str = "contestant") -> list[tuple[object, ...]]:
    with duckdb.connect(path, read_only=True) as connection:
        return connection.execute(f"SELECT {columns} FROM duels.contestants ORDER BY ALL").fetchall()


@on_both
def test_a_rerun_replaces_its_week_and_nothing_else(either, path):
    materialize(either, contestants("ada", "bob"))
    materialize(either, contestants("cleo", week=LAST_WEEK), week=LAST_WEEK)
    materialize(either, contestants("ada", "dan"))
    assert stored(path, "week, contestant") == [(LAST_WEEK, "cleo"), (WEEK, "ada"), (WEEK, "dan")]


@only_on_ours
def test_columns_land_by_name(either, path):
    materialize(either, contestants("ada"))
    materialize(either, contestants("bob").select("week", "model", "contestant", "roles", "settings", "season"))
    assert stored(path, "contestant, model") == [("bob", "house/player")]


@only_on_ours
def test_a_failed_rerun_leaves_the_former_partition_whole(either, path):
    materialize(either, contestants("ada", "bob"))
    assert "roles" in problem(either, contestants("ada").with_columns(roles=pl.lit("author")))
    assert stored(path) == [("ada",), ("bob",)]


@only_on_ours
def test_a_null_where_none_may_be_is_refused(either, path):
    materialize(either, contestants("ada", "bob"))
    found = problem(either, contestants("ada").with_columns(model=pl.lit(None, pl.String)))
    assert stored(path) == [("ada",), ("bob",)]
    assert "NOT NULL constraint failed: contestants.model" in found


@only_on_ours
def test_rows_of_another_week_are_refused(either, path):
    materialize(either, contestants("ada"))
    found = problem(either, pl.concat([contestants("ada"), contestants("bob", week=LAST_WEEK)]))
    assert stored(path) == [("ada",)]
    assert "1 rows belong to another week (2026-11-23)" in found


@only_on_ours
def test_the_declaration_makes_the_table_and_not_the_first_frame(either, path):
    problem(either, contestants("ada").select("week", "contestant").with_columns(elo=pl.lit(1.0)))
    with duckdb.connect(path, read_only=True) as connection:
        columns = connection.table("duels.contestants").columns
    assert columns == list(CONTESTANTS.column_names)


@only_on_ours
def test_a_file_whose_tables_have_drifted_is_refused(either, path):
    materialize(either, contestants("ada"))
    with duckdb.connect(path) as connection:
        connection.execute("ALTER TABLE duels.contestants ADD COLUMN elo DOUBLE")
    found = problem(either, contestants("bob"))
    assert stored(path) == [("ada",)]
    assert "duels.contestants.elo is DOUBLE, declared nowhere" in found


@only_on_ours
def test_the_file_is_free_as_soon_as_a_run_has_failed(either, path):
    materialize(either, contestants("ada"))
    with pytest.raises((dg.Failure, duckdb.Error)):
        materialize(either, contestants("ada").with_columns(roles=pl.lit("author")))
    assert can_write(path)


@only_on_ours
def test_an_empty_week_is_told_from_one_that_was_never_materialized(either, path):
    materialize(either, contestants())
    if "warehouse" in either:
        store(Warehouse(path, SEASON), "contestants", contestants(), GOOD)
    assert load(either).equals(contestants())
    with pytest.raises(dg.Failure, match="contestants of 2026-11-23 has not been checked yet"):
        load(either, week=LAST_WEEK)
