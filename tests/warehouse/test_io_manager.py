"""Frames through the I/O manager: what it takes, what it gives back, and how it says no."""

import re
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import dagster as dg
import duckdb
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.catalog import WAREHOUSE_IO
from assets.partitions import WEEKS
from assets.schema import Column, Table
from assets.tables import CONTESTANTS, TABLES
from orchestration.resources.warehouse import Warehouse, layout
from orchestration.resources.warehouse.io_manager import warehouse_io_manager
from orchestration.resources.warehouse.partition import insert, misfit, read
from warehouse.made_rows import GOOD, LAST_WEEK, SEASON, WEEK, contestants, row, store
from warehouse.processes import holding
from warehouse.runs import load, materialize, over


def test_a_checked_week_is_what_was_materialized(resources, warehouse):
    frame = contestants("bob", "ada")
    materialize(resources, frame.reverse())
    with warehouse.connect() as connection:
        assert connection.execute("SELECT count(*) FROM duels.contestants").fetchone() == (2,)
    store(warehouse, "contestants", contestants(), GOOD)
    assert load(resources).equals(frame)


def test_a_table_that_is_not_declared_is_refused(resources, warehouse):
    with pytest.raises(dg.Failure, match=r"elo is not a table of the warehouse; declare it in assets/tables/"):
        materialize(resources, contestants("ada"), table="elo")
    assert not warehouse.path.exists()


def test_an_asset_without_weeks_is_refused(resources, warehouse):
    @dg.asset(name="contestants", io_manager_key=WAREHOUSE_IO)
    def made() -> pl.DataFrame:
        return contestants("ada")

    with pytest.raises(dg.Failure, match="a run reads and writes one week, this one 0"):
        dg.materialize([made], resources=resources)
    assert not warehouse.path.exists()


@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        (contestants("ada"), None),
        (contestants(), None),
        (contestants("ada").drop("model", "season"), "missing columns model, season"),
        (contestants("ada").with_columns(elo=1), "undeclared columns elo"),
        (contestants("ada").with_columns(pl.col("week").cast(pl.Datetime)), "week is Datetime.*, declared Date"),
        (contestants("ada").with_columns(roles=pl.lit("author")), r"roles is String, declared List\(String\)"),
        (contestants("ada").with_columns(week=pl.lit(None, pl.Date)), r"1 rows belong to another week \(None\)"),
        (contestants("ada", week=LAST_WEEK), r"1 rows belong to another week \(2026-11-23\)"),
    ],
)
def test_a_frame_fits_its_table_and_its_week_or_the_misfit_is_named(frame, problem):
    found = misfit(CONTESTANTS, WEEK, frame)
    assert found is None if problem is None else re.fullmatch(problem, found)


def test_what_a_retry_cannot_mend_is_not_retried(resources, warehouse):
    with Warehouse(warehouse.path, "another").connect():
        pass
    tries = []

    @dg.asset(
        name="contestants",
        partitions_def=WEEKS,
        io_manager_key=WAREHOUSE_IO,
        retry_policy=dg.RetryPolicy(max_retries=2, delay=0),
    )
    def made() -> pl.DataFrame:
        tries.append(1)
        return contestants("ada")

    with pytest.raises(dg.Failure, match="holds season 'another', not 'tiny'"):
        dg.materialize([made], partition_key=str(WEEK), resources=resources)
    assert len(tries) == 1


def test_a_step_reads_while_another_process_reads(warehouse):
    store(warehouse, "contestants", contestants("ada"), GOOD)
    with holding(warehouse.path, read_only=True):
        impatient = over(Warehouse(warehouse.path, SEASON, wait_s=0))
        assert load(impatient).equals(contestants("ada"))


def test_the_catalog_learns_how_many_rows_and_where(resources):
    result = materialize(resources, contestants("ada", "bob"))
    [event] = result.asset_materializations_for_node("contestants")
    assert event.metadata["dagster/row_count"].value == 2
    assert event.metadata["dagster/table_name"].value == "duels.contestants"


def values(column: Column) -> st.SearchStrategy[object]:
    """Everything that the column's type can hold."""
    if column.fields:
        found = st.lists(st.fixed_dictionaries({field.name: values(field) for field in column.fields}), max_size=3)
    else:
        found = {
            "DATE": st.just(WEEK),
            "VARCHAR": st.text(),
            "BOOLEAN": st.booleans(),
            "INTEGER": st.integers(-(2**31), 2**31 - 1),
            "BIGINT": st.integers(-(2**63), 2**63 - 1),
            "DOUBLE": st.floats(allow_nan=False),
            "VARCHAR[]": st.lists(st.text(), max_size=3),
            "BIGINT[]": st.lists(st.integers(-(2**63), 2**63 - 1), max_size=3),
        }[column.type]
    return st.none() | found if column.nullable else found


def frames(table: Table) -> st.SearchStrategy[pl.DataFrame]:
    """Partitions of the table, keys unique."""
    rows = st.fixed_dictionaries({column.name: values(column) for column in table.columns})
    unique = st.lists(rows, max_size=4, unique_by=lambda made: tuple(made[column] for column in table.key))
    return unique.map(table.frame)


@pytest.fixture(scope="module")
def empty() -> Iterator[duckdb.DuckDBPyConnection]:
    """The layout in memory, so that hypothesis need not wait for a disk."""
    with duckdb.connect() as connection:
        layout.create(connection, SEASON)
        yield connection


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_any_partition_is_read_as_it_was_written(empty, table, data):
    frame = data.draw(frames(table))
    columns = data.draw(st.lists(st.sampled_from(table.column_names), unique=True, min_size=1))
    empty.begin()
    insert(empty, table, frame)
    found, part = read(empty, table, WEEK), read(empty, table, WEEK, columns)
    empty.rollback()
    assert found.schema == table.polars_schema
    assert found.equals(frame)
    assert part.schema == {name: table.polars_schema[name] for name in columns}
    assert part.equals(frame.select(columns))


def test_a_column_that_is_not_named_is_not_loaded(empty):
    empty.begin()
    insert(empty, CONTESTANTS, contestants("ada"))
    empty.execute("ALTER TABLE duels.contestants RENAME TO stored")
    empty.execute("CREATE VIEW duels.contestants AS SELECT * REPLACE (error(model) AS settings) FROM duels.stored")
    found = read(empty, CONTESTANTS, WEEK, ["contestant"])
    with pytest.raises(duckdb.Error, match="house/player"):
        read(empty, CONTESTANTS, WEEK)
    empty.rollback()
    assert found.to_dicts() == [{"contestant": "ada"}]


WEEKS_PLAYED = (WEEK, LAST_WEEK, date(2026, 11, 16))
BROKEN = contestants("ada").with_columns(model=pl.lit(None, pl.String))
NAMES = st.lists(st.sampled_from(["ada", "bob", "cleo"]), unique=True)


def write(warehouse: Warehouse, week: date, frame: pl.DataFrame) -> None:
    """Hand a frame to the I/O manager as a run does, without the run."""
    context = dg.build_output_context(
        asset_key="contestants",
        partition_key=str(week),
        asset_partitions_def=WEEKS,
    )
    manager = warehouse_io_manager(dg.build_init_resource_context(resources={"warehouse": warehouse}))
    manager.handle_output(context, frame)


@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(WEEKS_PLAYED), NAMES | st.none()), max_size=6))
def test_any_sequence_of_materializations_leaves_the_last_good_one_of_each_week(steps):
    """None stands for a materialization that fails in the middle."""
    expected: dict[date, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        warehouse = Warehouse(Path(folder) / "warehouse.duckdb", SEASON)
        for week, names in steps:
            if names is None:
                with pytest.raises(dg.Failure):
                    write(warehouse, week, BROKEN.with_columns(week=pl.lit(week)))
            else:
                write(warehouse, week, contestants(*names, week=week))
                expected[week] = sorted(names)
        with warehouse.connect() as connection:
            found = connection.execute("SELECT week, contestant FROM duels.contestants ORDER BY ALL").fetchall()
    assert found == [(week, name) for week in sorted(expected) for name in expected[week]]


def test_transcripts_are_tables_for_sql(resources, warehouse):
    turn = {
        "turn": 1,
        "observation": "a door",
        "completion": r"\boxed{open}",
        "action": "open",
        "reward": 1.0,
        "terminated": True,
        "truncated": False,
        "format_error": False,
        "finish_reason": "stop",
        "tokens_in": 10,
        "tokens_out": 5,
    }
    unread = {**turn, "turn": 2, "action": None, "reward": None, "format_error": True}
    attempts = TABLES["solve_attempts"].frame([row("solve_attempts", transcript=[turn, unread])])
    materialize(resources, attempts, table="solve_attempts")
    with duckdb.connect(warehouse.path) as connection:
        turns = connection.execute(
            "SELECT turn.turn, turn.action, turn.reward FROM duels.solve_attempts, unnest(transcript) AS t(turn)"
        ).fetchall()
    assert turns == [(1, "open", 1.0), (2, None, None)]
