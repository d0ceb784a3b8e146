"""The published snapshot: only what is valid, replaced whole or not at all, never in a reader's way."""

from datetime import date
from pathlib import Path

import duckdb
import pytest

from assets.tables import SCHEMA_VERSION, TABLES
from orchestration.resources.warehouse import Warehouse, publish
from warehouse.made_rows import BAD, GOOD, LAST_WEEK, ODD, PLAYED, SEASON, WEEK, contestants, row, store
from warehouse.processes import holding, run, started

NAMES = "SELECT contestant FROM duels.contestants ORDER BY ALL"


@pytest.fixture
def snapshot(tmp_path: Path) -> Path:
    return tmp_path / "duels.duckdb"


def ask(snapshot: Path, query: str = NAMES) -> list[tuple[object, ...]]:
    with duckdb.connect(snapshot, read_only=True) as connection:
        return connection.execute(query).fetchall()


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_plain_duckdb_reads_it_by_the_documented_names(warehouse, snapshot):
    store(warehouse, "contestants", contestants("bob", "ada"), GOOD, ODD)
    publish(warehouse, snapshot)
    assert ask(snapshot, "SELECT * FROM duels.contestants") == ask(snapshot, "SELECT * FROM contestants")
    assert ask(snapshot) == [("ada",), ("bob",)]
    assert ask(snapshot, "SELECT schema_version, season FROM duels.warehouse_info") == [(SCHEMA_VERSION, SEASON)]
    assert files(snapshot.parent) == ["duels.duckdb", "warehouse.duckdb"]


def test_the_same_query_reads_the_working_file_and_the_snapshot(warehouse, snapshot):
    store(warehouse, "contestants", contestants("ada"), GOOD)
    publish(warehouse, snapshot)
    for place in (warehouse, Warehouse(snapshot)):
        with place.connect(read_only=True) as connection:
            assert connection.execute(NAMES).fetchall() == [("ada",)]


def test_it_has_every_table_as_declared(warehouse, snapshot):
    publish(warehouse, snapshot)
    columns = (
        "SELECT table_name, list(column_name ORDER BY column_index) "
        "FROM duckdb_columns() WHERE NOT internal GROUP BY table_name"
    )
    found = dict(ask(snapshot, columns))
    assert {name: found[name] for name in TABLES} == {name: list(table.column_names) for name, table in TABLES.items()}
    assert found.keys() - TABLES.keys() == {"quality_checks", "warehouse_info"}


def test_rows_are_copied_whole(warehouse, snapshot):
    certificate = {"seed": 2**60, "actions": ["open", "é"]}
    made = row("hint_validations", environment_id="2026-11-30/ada/env_001", certificates=[certificate])
    store(warehouse, "contestants", contestants("ada"), GOOD)
    for table in ("dossiers", "authored_environments"):
        store(warehouse, table, TABLES[table].frame([]), GOOD)
    store(warehouse, "hint_validations", TABLES["hint_validations"].frame([made]), GOOD)
    publish(warehouse, snapshot)
    [found] = ask(snapshot, "SELECT * FROM duels.hint_validations")
    assert found == tuple(made.values())


def test_only_weeks_that_passed_are_published_and_the_verdicts_say_why(warehouse, snapshot):
    store(warehouse, "contestants", contestants("ada"), BAD, GOOD)
    store(warehouse, "contestants", contestants("bob", week=LAST_WEEK), GOOD, week=LAST_WEEK)
    store(warehouse, "contestants", contestants("eve", week=date(2026, 11, 16)), week=date(2026, 11, 16))
    publish(warehouse, snapshot)
    assert ask(snapshot) == [("bob",)]
    reasons = ask(snapshot, "SELECT week, check_name, detail FROM duels.quality_checks WHERE NOT passed")
    assert reasons == [(WEEK, BAD.check_name, BAD.detail)]


def test_what_rests_on_a_withdrawn_week_is_withdrawn_with_it(warehouse, snapshot):
    ranked = TABLES["rankings"].frame([row("rankings", contestant="ada")])
    for table in PLAYED:
        store(warehouse, table, TABLES[table].frame([]), GOOD)
    store(warehouse, "rankings", ranked, GOOD)
    publish(warehouse, snapshot)
    assert ask(snapshot, "SELECT contestant FROM duels.rankings") == [("ada",)]
    store(warehouse, "authored_environments", TABLES["authored_environments"].frame([]), BAD)
    publish(warehouse, snapshot)
    assert ask(snapshot, "SELECT contestant FROM duels.rankings") == []


def test_a_reader_keeps_the_old_snapshot_and_does_not_hold_up_the_new_one(warehouse, snapshot):
    store(warehouse, "contestants", contestants("ada"), GOOD)
    publish(warehouse, snapshot)
    with holding(snapshot, read_only=True, query=NAMES) as reader:
        assert reader.answer == "[('ada',)]"
        store(warehouse, "contestants", contestants("bob", week=LAST_WEEK), GOOD, week=LAST_WEEK)
        publish(warehouse, snapshot)
        assert ask(snapshot) == [("ada",), ("bob",)]
        assert reader.ask_again() == "[('ada',)]"


def test_two_that_publish_at_once_take_turns(warehouse, snapshot):
    store(warehouse, "contestants", contestants("ada"), GOOD)
    code = """
import sys
from pathlib import Path
from orchestration.resources.warehouse import Warehouse, publish
for _ in range(5):
    publish(Warehouse(Path(sys.argv[1]), "tiny"), Path(sys.argv[2]))
"""
    with started(code, warehouse.path, snapshot) as one, started(code, warehouse.path, snapshot) as other:
        assert (one.wait(60), other.wait(60)) == (0, 0)
    assert ask(snapshot) == [("ada",)]
    assert files(snapshot.parent) == ["duels.duckdb", "warehouse.duckdb"]


def test_a_quote_in_the_path_is_a_letter_like_any_other(tmp_path):
    folder = tmp_path / "ada's"
    folder.mkdir()
    publish(Warehouse(folder / "warehouse.duckdb", SEASON), folder / "duels.duckdb")
    assert ask(folder / "duels.duckdb") == []


def test_somebody_who_has_the_snapshot_open_for_writing_does_not_hold_it_up_either(warehouse, snapshot):
    publish(warehouse, snapshot)
    store(warehouse, "contestants", contestants("ada"), GOOD)
    with holding(snapshot):
        publish(warehouse, snapshot)
        assert ask(snapshot) == [("ada",)]


def test_what_a_killed_writer_left_beside_the_old_snapshot_does_not_reach_the_new_one(warehouse, snapshot):
    store(warehouse, "contestants", contestants("ada"), GOOD)
    publish(warehouse, snapshot)
    code = """
import os, sys, duckdb
connection = duckdb.connect(sys.argv[1])
connection.execute("INSERT INTO duels.contestants SELECT * REPLACE ('forged' AS contestant) FROM duels.contestants")
os._exit(9)
"""
    assert run(code, snapshot).returncode == 9
    assert "duels.duckdb.wal" in files(snapshot.parent)
    publish(warehouse, snapshot)
    assert ask(snapshot) == [("ada",)]


DIES_BEFORE_THE_RENAME = "sys.addaudithook(lambda event, _: os._exit(9) if event == 'os.rename' else None)"
DISK_FULL = "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))"


@pytest.mark.parametrize(("accident", "status"), [(DIES_BEFORE_THE_RENAME, 9), (DISK_FULL, 1)])
def test_a_publication_that_is_cut_off_leaves_the_old_snapshot(warehouse, snapshot, accident, status):
    store(warehouse, "contestants", contestants("ada"), GOOD)
    publish(warehouse, snapshot)
    before = snapshot.read_bytes()
    store(warehouse, "contestants", contestants("bob", week=LAST_WEEK), GOOD, week=LAST_WEEK)
    code = f"""
import os, resource, signal, sys
from pathlib import Path
from orchestration.resources.warehouse import Warehouse, publish
{accident}
publish(Warehouse(Path(sys.argv[1]), "tiny"), Path(sys.argv[2]))
"""
    assert run(code, warehouse.path, snapshot).returncode == status
    assert snapshot.read_bytes() == before
    publish(warehouse, snapshot)
    assert ask(snapshot) == [("ada",), ("bob",)]
    assert files(snapshot.parent) == ["duels.duckdb", "warehouse.duckdb"]
