"""A whole tournament: every table filled, the same twice, and the same after a kill."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import dagster as dg
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from assets.progress import Unwatched
from assets.tables import TABLES
from orchestration.instance import open_instance
from orchestration.play import play_week
from orchestration.resources.home import Home
from tournament.small import ATTEMPTS, WEEK, files, tables


def test_every_table_has_rows_of_the_week(played):
    found = tables(played.snapshot.path)
    # Its season has no round of hardening, before which something would be probed.
    assert {name for name, frame in found.items() if frame.is_empty()} == {"environment_probes"}
    assert {week for frame in found.values() for week in frame.get_column("week")} == {WEEK}


def test_every_attempt_is_terminal(played):
    attempts = tables(played.snapshot.path)["solve_attempts"]
    assert attempts.height == ATTEMPTS
    assert set(attempts.get_column("status")) == {"success", "failure"}


def test_the_snapshot_holds_what_the_warehouse_holds(played):
    assert_same(tables(played.snapshot.path), tables(played.root / "warehouse.duckdb"))


def test_the_repair_loop_was_used(played):
    authored = tables(played.snapshot.path)["authored_environments"]
    [clara] = authored.filter(author="clara").to_dicts()
    assert clara["tries"] == 2
    assert clara["drafts"][0]["findings"]
    assert clara["drafts"][1]["findings"] == []


@pytest.mark.parametrize("table", TABLES)
def test_a_materialization_shows_its_rows(played, table):
    with open_instance(played) as instance:
        event = instance.get_latest_materialization_event(dg.AssetKey(table))
    metadata = event.asset_materialization.metadata
    assert metadata["dagster/row_count"].value == tables(played.snapshot.path)[table].height
    assert metadata["preview"].value.startswith("| ")


def test_exports_are_written(played):
    folder = played.exports / WEEK.isoformat()
    assert json.loads((folder / "envduels" / "manifest.json").read_text(encoding="utf-8"))["format_version"] == 1
    rows = (folder / "ms_swift" / "train.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(rows[0])["env_config"]["name"] == "envduels"


def assert_same(one: dict[str, pl.DataFrame], other: dict[str, pl.DataFrame]) -> None:
    for name, frame in one.items():
        assert_frame_equal(frame, other[name], check_exact=True)


# Runs `duels` with a Journal that kills its own process, as a power cut would, when it has made so many appends.
KILLED_AT_AN_APPEND = """
import os, signal, sys
from assets.journal import Journal
append, left = Journal.append, int(sys.argv.pop(1))
def dying(journal, key, record):
    global left
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    left -= 1
    append(journal, key, record)
Journal.append = dying
from orchestration.cli import main
main()
"""

# The same inside the transaction that stores a partition, when it has stored so many.
KILLED_WHILE_STORING = """
import os, signal, sys
from orchestration.resources.warehouse import io_manager
insert, left = io_manager.insert, int(sys.argv.pop(1))
def dying(connection, table, frame):
    global left
    insert(connection, table, frame)
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    left -= 1
io_manager.insert = dying
from orchestration.cli import main
main()
"""


def killed(program: str, after: int, home: Path, season: Path) -> None:
    """Play the week in a process of its own that is killed on the way."""
    process = subprocess.run(
        [sys.executable, "-c", program, str(after), "tournament", "--week", WEEK.isoformat()],
        env={**os.environ, "DUELS_HOME": str(home), "DUELS_SEASON": str(season)},
        capture_output=True,
        timeout=150,
        check=False,
    )
    assert process.returncode == -signal.SIGKILL, process.stderr


def entries(home: Path) -> Counter[str]:
    """How often each key stands in the journals of a home."""
    return Counter(
        json.loads(line)["key"]
        for path in (home / "journal").rglob("*.jsonl")
        for line in path.read_text(encoding="utf-8").splitlines()
    )


@pytest.mark.parametrize(("program", "after"), [(KILLED_AT_AN_APPEND, 17), (KILLED_WHILE_STORING, 3)])
def test_a_killed_run_resumes_and_plays_nothing_twice(played, season, season_file, tmp_path, program, after):
    killed(program, after, tmp_path, season_file)
    paid = entries(tmp_path)
    if program == KILLED_AT_AN_APPEND:
        assert paid.total() == after
    assert play_week(Home(tmp_path), season, WEEK, Unwatched()) == []
    assert set(entries(tmp_path).values()) == {1}
    assert entries(tmp_path) == entries(played.root)
    home = Home(tmp_path)
    assert_same(tables(home.snapshot.path), tables(played.snapshot.path))
    assert files(home.exports) == files(played.exports)
    assert files(home.reports) == files(played.reports)


# The same, but the whole process group is sent a signal that asks it to stop, as a terminal does at Ctrl-C.
INTERRUPTED = KILLED_AT_AN_APPEND.replace("os.kill(os.getpid(), signal.SIGKILL)", "os.killpg(0, signal.SIGNAL)")


@pytest.mark.parametrize("asked_by", ["SIGINT", "SIGTERM"])
def test_an_interrupted_run_ends_at_once_and_says_how_to_go_on(season_file, tmp_path, asked_by):
    process = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.replace("SIGNAL", asked_by), "3", "tournament", "--week", str(WEEK)],
        env={**os.environ, "DUELS_HOME": str(tmp_path), "DUELS_SEASON": str(season_file)},
        start_new_session=True,
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert process.returncode == 130
    assert process.stderr == "duels: interrupted; what is finished is kept: run the same command again to go on\n"
    assert 3 <= entries(tmp_path).total() < ATTEMPTS
