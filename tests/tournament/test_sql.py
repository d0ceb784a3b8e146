"""`duels sql`: the answer in every format, and what is refused. Readers hold up no tournament."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest
from typer.testing import CliRunner, Result

from orchestration.cli import app
from orchestration.resources.home import Home
from tournament.small import ATTEMPTS, tables

DUELS = str(Path(sys.executable).parent / "duels")
HUGE = 2**100
ODD = f"""
    SELECT DATE '2026-11-30' AS week, 12345678901234567890.10::DECIMAL(38, 2) AS cost, sum(n) + {HUGE} AS total,
           [{{'turn': 1, 'said': 'é, "x"'}}] AS turns, NULL AS nothing, 'a' || chr(10) || 'b' AS lines
    FROM (VALUES (1), (2)) AS t (n)
"""


@pytest.fixture
def sql(monkeypatch: pytest.MonkeyPatch, played: Home):
    """Asks the played home in this process."""
    monkeypatch.setenv("DUELS_HOME", str(played.root))

    def ask(*arguments: str, typed: str | bytes | None = None) -> Result:
        return CliRunner().invoke(app, ["sql", *arguments], input=typed)

    return ask


def started(home: Home, *arguments: str, **streams: object) -> subprocess.Popen[bytes]:
    """The same in a process of its own."""
    return subprocess.Popen([DUELS, "sql", *arguments], env={**os.environ, "DUELS_HOME": str(home.root)}, **streams)


def refused(result: Result, *says: str) -> None:
    assert result.exit_code == 2, result.output
    [line] = result.stderr.splitlines()
    assert line.startswith("duels: ")
    assert result.stdout == ""
    for text in says:
        assert text in line


def test_a_table(sql):
    shown = sql("SELECT solver, count(*) AS attempts FROM duels.solve_attempts GROUP BY solver ORDER BY solver LIMIT 1")
    assert shown.exit_code == 0
    assert shown.stdout.splitlines() == [
        "┌─────────┬──────────┐",
        "│ solver  │ attempts │",
        "│ varchar │  int64   │",
        "├─────────┼──────────┤",
        f"│ ada     │       {ATTEMPTS // 3} │",
        "└─────────┴──────────┘",
    ]


def test_csv_is_exact(sql):
    assert sql(ODD, "--format", "csv").stdout == (
        "week,cost,total,turns,nothing,lines\n"
        f'2026-11-30,12345678901234567890.10,{HUGE + 3},"[{{\'turn\': 1, \'said\': \'é, ""x""\'}}]",,"a\nb"\n'
    )


def test_json_is_exact(sql):
    assert json.loads(sql(ODD, "--format", "json").stdout, parse_float=Decimal) == [
        {
            "week": "2026-11-30",
            "cost": Decimal("12345678901234567890.10"),
            "total": HUGE + 3,
            "turns": [{"turn": 1, "said": 'é, "x"'}],
            "nothing": None,
            "lines": "a\nb",
        }
    ]


def test_parquet_is_exact(sql, tmp_path):
    path = tmp_path / "it's.parquet"
    query = ODD.replace("AS total", 'AS "to""tal"')
    path.write_bytes(sql(query, "--format", "parquet").stdout_bytes)
    with duckdb.connect() as connection:
        [found] = connection.read_parquet(str(path)).fetchall()
        assert found == connection.sql(query).fetchone()


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_whole_transcripts_in_every_format(sql, played, tmp_path, form):
    query = "SELECT attempt_id, transcript FROM duels.solve_attempts ORDER BY attempt_id"
    path = tmp_path / f"transcripts.{form}"
    assert sql(query, "--output", str(path)).exit_code == 0
    transcripts = dict(tables(played.snapshot.path)["solve_attempts"].select("attempt_id", "transcript").iter_rows())
    with duckdb.connect() as connection:
        found = dict(connection.sql(f"FROM '{path}'").fetchall())
    if form == "csv":
        assert found.keys() == transcripts.keys()
        assert all(turns[0]["action"] is None or turns[0]["action"] in found[key] for key, turns in transcripts.items())
    else:
        assert list(found) == sorted(found)
        assert found == transcripts


def test_empty_answers(sql, tmp_path):
    query = "SELECT week, solver FROM duels.solve_attempts WHERE false"
    assert "0 rows" in sql(query).stdout
    assert sql(query, "--format", "csv").stdout == "week,solver\n"
    assert json.loads(sql(query, "--format", "json").stdout) == []
    assert sql(query, "--output", str(tmp_path / "empty.parquet")).exit_code == 0
    with duckdb.connect() as connection:
        found = connection.read_parquet(str(tmp_path / "empty.parquet"))
        assert (found.columns, found.fetchall()) == (["week", "solver"], [])


@pytest.mark.parametrize(
    "query",
    [
        "FROM duels.solve_attempts SELECT count(*)",
        "SELECT count(*) FROM solve_attempts;",
        "-- one\nSELECT count(*) FROM solve_attempts; -- and no more;",
        "WITH a AS (SELECT 1 FROM solve_attempts) SELECT count(*) FROM a",
        "PIVOT (SELECT 1 AS one, 'n' AS n FROM solve_attempts) ON n USING count(*) GROUP BY one",
    ],
)
@pytest.mark.parametrize("form", ["csv", "table"])
def test_ways_to_write_a_query(sql, query, form):
    shown = sql("--format", form, "-", typed=query)
    assert shown.exit_code == 0, shown.output
    assert str(ATTEMPTS) in shown.stdout


@pytest.mark.parametrize("query", ["DESCRIBE duels.rankings", "SHOW TABLES", "SUMMARIZE duels.rankings"])
@pytest.mark.parametrize("form", ["table", "json"])
def test_what_is_there(sql, query, form):
    assert "rank" in sql(query, "--format", form).stdout


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("", "the query is empty"),
        ("/* nothing */ ;", "the query is empty"),
        ("SELECT 1; SELECT 2", "one query at a time, not 2"),
        ("SELECT 1; DROP TABLE duels.rankings", "one query at a time"),
        (
            "DELETE FROM duels.rankings",
            "only a query that reads is answered",
        ),
        ("DELETE FROM duels.rankings RETURNING *", "not DELETE"),
        ("CREATE TEMP TABLE t AS SELECT 1", "not CREATE"),
        ("COPY duels.rankings TO 'rankings.csv'", "not COPY"),
        ("EXPLAIN ANALYZE DELETE FROM duels.rankings", "not EXPLAIN"),
        ("ATTACH 'other.duckdb'", "not ATTACH"),
        ("SELECT 1) TO 'x.csv'; --", "Parser Error: syntax error"),
        ("SELCT 1", 'Parser Error: syntax error at or near "SELCT"'),
        ("FROM duels.rankins", 'rankins does not exist! Did you mean "rankings"?'),
        ("SELECT contestnt FROM duels.rankings", 'Candidate bindings: "contestant"'),
        ("FROM 'nowhere.csv'", 'No files found that match the pattern "nowhere.csv"'),
        ("SELECT error('boom' || chr(27) || '[2J')", "boom�[2J"),
        ("SELECT ?", "prepared parameter"),
    ],
)
@pytest.mark.parametrize("form", ["table", "csv"])
def test_a_query_that_is_refused(sql, played, query, says, form):
    before = played.snapshot.path.read_bytes()
    refused(sql(query, "--format", form), says)
    assert played.snapshot.path.read_bytes() == before


def test_options_that_are_refused(sql):
    refused(sql("SELECT 1", "--format", "xml"), "unknown format 'xml'", "table, csv, json, parquet")
    refused(sql("--format", "csv"), "belong to a query")
    refused(sql(os.fsdecode(b"SELECT '\xff'")), "not UTF-8")
    refused(sql("-", typed=b"SELECT '\xff'"), "not UTF-8")


def test_a_file_named_for_its_format(sql, tmp_path):
    for name, begins in (("a.csv", b"x\n1\n"), ("a.json", b"["), ("a.parquet", b"PAR1"), ("a.txt", "┌".encode())):
        shown = sql("SELECT 1 AS x", "--output", str(tmp_path / name))
        assert (shown.exit_code, shown.output) == (0, "")
        assert (tmp_path / name).read_bytes().startswith(begins)


def test_a_file_is_replaced_whole_or_not_at_all(sql, tmp_path):
    path, link = tmp_path / "answer.csv", tmp_path / "link.csv"
    path.write_text("the old answer", encoding="utf-8")
    link.symlink_to(path)
    fails_late = "SELECT CASE WHEN range = 200000 THEN error('too far') ELSE range END AS x FROM range(300000)"
    refused(sql(fails_late, "--output", str(link)), "too far")
    assert path.read_text(encoding="utf-8") == "the old answer"
    assert sql("SELECT 1 AS x", "--output", str(link)).exit_code == 0
    assert path.read_text(encoding="utf-8") == "x\n1\n"
    assert link.is_symlink()
    assert sorted(tmp_path.iterdir()) == [path, link]


def test_a_file_that_can_not_be_written(sql, played, tmp_path):
    refused(sql("SELECT 1", "--output", str(tmp_path)), "is not a file")
    refused(sql("SELECT 1", "--output", os.devnull), "is not a file")
    refused(sql("SELECT 1", "--output", str(tmp_path / "nowhere" / "a.csv")), "there is no folder")
    before = played.snapshot.path.read_bytes()
    refused(sql("SELECT 1", "--output", str(played.snapshot.path), "--format", "csv"), "the tournament's own files")
    assert played.snapshot.path.read_bytes() == before


def test_what_is_piped_is_not_cut(sql):
    shown = sql("SELECT repeat('x', 500) AS a, repeat('y', 500) AS b, range FROM range(1000)").stdout
    assert shown.count("x" * 500 + " │ " + "y" * 500) == 1000


def on_a_terminal(home: Home, *arguments: str) -> str:
    """What a terminal is sent."""
    controller, terminal = pty.openpty()
    with started(home, *arguments, stdin=terminal, stdout=terminal, stderr=terminal, close_fds=True) as process:
        process.wait(60)
    os.close(terminal)
    sent = b""
    while True:
        try:
            sent += os.read(controller, 65536)
        except OSError:
            # How a terminal ends on Linux.
            break
    os.close(controller)
    return sent.decode()


PAINTS = "SELECT chr(27) || '[2J' AS a, chr(155) || '2J' AS b, 'é' AS c, repeat('wide ', 60) AS d"


@pytest.mark.parametrize("form", ["table", "csv"])
def test_a_foreign_text_can_not_paint_the_terminal(played, monkeypatch, form):
    monkeypatch.setenv("COLUMNS", "90")
    sent = on_a_terminal(played, PAINTS, "--format", form)
    assert not {"\x1b", "\x9b"} & set(sent)
    assert "é" in sent
    if form == "table":
        assert max(map(len, sent.splitlines())) <= 90


def test_a_file_keeps_a_foreign_text_to_the_byte(sql, tmp_path):
    assert sql(PAINTS, "--output", str(tmp_path / "a.csv")).exit_code == 0
    assert "\x1b[2J,\x9b2J,é," in (tmp_path / "a.csv").read_text(encoding="utf-8")


def test_parquet_is_not_for_a_terminal(played):
    assert "--output answer.parquet" in on_a_terminal(played, "SELECT 1", "--format", "parquet")


def test_what_a_file_holds_already_stays_where_output_is_appended(played, tmp_path):
    with (tmp_path / "log").open("ab") as log:
        log.write(b"before\n")
        log.flush()
        assert started(played, "SELECT 1 AS x", "--format", "csv", stdout=log).wait(60) == 0
    assert (tmp_path / "log").read_bytes() == b"before\nx\n1\n"


@pytest.mark.parametrize(
    ("form", "query"),
    [
        # No machine ever gets to the end of these: what is read is written while the query runs.
        ("csv", "FROM range(10_000_000_000_000)"),
        ("json", "FROM range(10_000_000_000_000)"),
        ("table", "SELECT repeat('x', 1000) AS text FROM range(4000)"),
    ],
)
def test_a_reader_that_has_read_enough(played, form, query):
    with started(played, query, "--format", form, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


def wait_until_open(process: subprocess.Popen[bytes], path: Path) -> None:
    """Return when a process has the file open."""
    descriptors = Path(f"/proc/{process.pid}/fd")
    deadline = time.monotonic() + 60
    while not any(os.path.realpath(descriptor) == str(path) for descriptor in descriptors.iterdir()):
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("arguments", [(), ("--format", "csv"), ("--output", "answer.csv")])
def test_an_interruption_ends_it_at_once_and_leaves_nothing(played, tmp_path, arguments):
    endless = "SELECT count(*) FROM range(10_000_000_000_000)"
    heeded = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}  # also where a test run ignores it
    with started(
        played, endless, *arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, **heeded
    ) as process:
        wait_until_open(process, played.snapshot.path)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert b"Traceback" not in process.stderr.read()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk(played, monkeypatch, unbuffered):
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with Path("/dev/full").open("wb") as full:
        process = started(played, "FROM range(10)", "--format", "csv", stdout=full, stderr=subprocess.PIPE)
        [_, error] = process.communicate(timeout=60)
    assert (process.returncode, error) == (2, b"duels: standard output can't be written (No space left on device)\n")
