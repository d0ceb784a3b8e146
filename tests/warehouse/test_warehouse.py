"""A visit to the warehouse: one transaction, always closed, with patience for others, and never the wrong file."""

import time

import duckdb
import pytest

from assets.errors import OperatorError
from assets.tables import SCHEMA_VERSION, TABLES
from orchestration.resources.warehouse import Warehouse
from warehouse.made_rows import SEASON, contestants, store
from warehouse.processes import can_write, holding, run, started


def names(warehouse: Warehouse) -> list[str]:
    with duckdb.connect(warehouse.path, read_only=True) as connection:
        return [
            name for (name,) in connection.execute("SELECT contestant FROM duels.contestants ORDER BY 1").fetchall()
        ]


def test_the_first_visit_makes_every_declared_table(warehouse):
    with warehouse.connect() as connection:
        tables = connection.execute("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'duels'").fetchall()
    assert {name for (name,) in tables} == {*TABLES, "quality_checks", "warehouse_info"}


def test_an_exception_takes_everything_back_and_frees_the_file(warehouse):
    store(warehouse, "contestants", contestants("ada"))
    with pytest.raises(duckdb.CatalogException), warehouse.connect() as connection:
        connection.execute("DELETE FROM duels.contestants; DELETE FROM duels.nowhere")
    assert can_write(warehouse.path)
    assert names(warehouse) == ["ada"]


def test_a_process_killed_in_the_middle_leaves_the_former_rows(warehouse):
    store(warehouse, "contestants", contestants("ada"))
    killed = run(
        """
import os, sys
from pathlib import Path
from orchestration.resources.warehouse import Warehouse
with Warehouse(Path(sys.argv[1]), "tiny").connect() as connection:
    connection.execute("DELETE FROM duels.contestants")
    print(connection.execute("SELECT count(*) FROM duels.contestants").fetchone(), flush=True)
    os._exit(9)
""",
        warehouse.path,
    )
    assert (killed.returncode, killed.stdout) == (9, "(0,)\n")
    assert names(warehouse) == ["ada"]


def test_a_lock_that_is_released_is_waited_out(warehouse):
    store(warehouse, "contestants", contestants("ada"))
    waiting = """
import sys
from pathlib import Path
from orchestration.resources.warehouse import Warehouse
sys.addaudithook(lambda event, _: print("waiting", flush=True) if event == "time.sleep" else None)
with Warehouse(Path(sys.argv[1]), "tiny", wait_s=60).connect() as connection:
    print(connection.execute("SELECT contestant FROM duels.contestants").fetchall(), flush=True)
"""
    with holding(warehouse.path) as holder, started(waiting, warehouse.path) as waiter:
        assert waiter.stdout.readline() == "waiting\n"
        holder.let_go()
        assert waiter.communicate()[0].splitlines()[-1] == "[('ada',)]"
        assert waiter.returncode == 0


@pytest.mark.parametrize("read_only", [True, False])
def test_a_lock_that_stays_is_named_after_a_bounded_wait(warehouse, read_only):
    store(warehouse, "contestants", contestants("ada"))
    impatient = Warehouse(warehouse.path, SEASON, wait_s=0.2)
    with holding(warehouse.path) as holder:
        began = time.monotonic()
        with (
            pytest.raises(OperatorError, match=f"in use by process {holder.pid} for 0.2 s; end it"),
            impatient.connect(read_only=read_only),
        ):
            pytest.fail("opened")
        assert 0.2 <= time.monotonic() - began < 10
    assert names(warehouse) == ["ada"]


def test_a_connection_left_open_in_this_process_is_named_too(warehouse):
    with (
        warehouse.connect(),
        pytest.raises(OperatorError, match="in use by another connection of this process for 0 s"),
        Warehouse(warehouse.path, SEASON, wait_s=0).connect(read_only=True),
    ):
        pytest.fail("opened")


def test_readers_do_not_wait_for_each_other(warehouse):
    store(warehouse, "contestants", contestants("ada"))
    with (
        holding(warehouse.path, read_only=True),
        Warehouse(warehouse.path, SEASON, wait_s=0).connect(read_only=True) as connection,
    ):
        assert connection.execute("SELECT contestant FROM duels.contestants").fetchall() == [("ada",)]


def test_a_reader_of_nothing_is_told_to_play_first(tmp_path):
    with (
        pytest.raises(OperatorError, match="does not exist yet; play a week first: duels tournament"),
        Warehouse(tmp_path / "duels.duckdb").connect(read_only=True),
    ):
        pytest.fail("opened")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_a_killed_process_left_empty_is_made_anew(warehouse):
    duckdb.connect(warehouse.path).close()
    with (
        pytest.raises(OperatorError, match="holds nothing yet; play a week first"),
        Warehouse(warehouse.path).connect(read_only=True),
    ):
        pytest.fail("opened")
    store(warehouse, "contestants", contestants("ada"))
    assert names(warehouse) == ["ada"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            "UPDATE duels.warehouse_info SET schema_version = schema_version + 1",
            f"has schema version {SCHEMA_VERSION + 1}, not {SCHEMA_VERSION}; update Environment Duels or set ",
        ),
        (
            "UPDATE duels.warehouse_info SET schema_version = schema_version - 1",
            f"has schema version {SCHEMA_VERSION - 1}, not {SCHEMA_VERSION}; move warehouse.duckdb and "
            "duels.duckdb away and play the weeks again: finished drafts and attempts are kept in the journal "
            "and cost no model call",
        ),
        ("DELETE FROM duels.warehouse_info", f"has schema version None, not {SCHEMA_VERSION}; move warehouse.duckdb"),
        ("UPDATE duels.warehouse_info SET season = 'late'", "holds season 'late', not 'tiny'; play that season or set"),
        ("DROP TABLE duels.warehouse_info", "is a DuckDB file of something else; move it away"),
        ("DROP TABLE duels.rankings", r"differs from the declared tables: duels\.rankings is missing; mend it"),
        ("DROP TABLE duels.quality_checks", r"duels\.quality_checks is missing"),
        (
            "ALTER TABLE duels.rankings ADD COLUMN elo DOUBLE",
            r"duels\.rankings\.elo is DOUBLE, declared nowhere",
        ),
        (
            "ALTER TABLE duels.rankings DROP COLUMN rank",
            r"duels\.rankings\.rank is missing, declared INTEGER",
        ),
        (
            "ALTER TABLE duels.rankings ALTER n TYPE BIGINT",
            r"duels\.rankings\.n is BIGINT NOT NULL, declared INTEGER NOT NULL",
        ),
        (
            "ALTER TABLE duels.rankings ALTER n DROP NOT NULL",
            r"duels\.rankings\.n is INTEGER, declared INTEGER NOT NULL",
        ),
    ],
)
@pytest.mark.parametrize("read_only", [True, False])
def test_a_warehouse_that_is_not_ours_to_use_is_refused_and_left_as_it_is(warehouse, change, message, read_only):
    store(warehouse, "contestants", contestants("ada"))
    with duckdb.connect(warehouse.path) as connection:
        connection.execute(change)
    refused_unchanged(warehouse, message, read_only)


@pytest.mark.parametrize(
    "content",
    [
        "CREATE TABLE invoices (id INTEGER)",
        "CREATE VIEW duties AS SELECT 1",
        "CREATE SCHEMA duels; CREATE TABLE duels.a (b INTEGER)",
    ],
)
@pytest.mark.parametrize("read_only", [True, False])
def test_a_foreign_database_is_refused_and_left_as_it_is(warehouse, content, read_only):
    with duckdb.connect(warehouse.path) as connection:
        connection.execute(content)
    refused_unchanged(warehouse, "is a DuckDB file of something else; move it away", read_only)


@pytest.mark.parametrize("read_only", [True, False])
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(warehouse, read_only):
    warehouse.path.write_text("week,contestant\n" * 1000)
    refused_unchanged(warehouse, "can't be opened as a DuckDB database .*; move the file away", read_only)


def refused_unchanged(warehouse: Warehouse, message: str, read_only: bool) -> None:
    before = warehouse.path.read_bytes()
    with pytest.raises(OperatorError, match=message) as caught, warehouse.connect(read_only=read_only):
        pytest.fail("opened")
    assert str(warehouse.path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert warehouse.path.read_bytes() == before
    assert [path.name for path in warehouse.path.parent.iterdir()] == [warehouse.path.name]
