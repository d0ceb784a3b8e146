"""Readers and tournaments: whoever has the results open reads on, and holds up nobody who plays."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest
from warehouse.processes import holding

from orchestration.resources.home import Home
from tournament.small import WEEK

BIN = Path(sys.executable).parent
WEEKS = "SELECT list(DISTINCT week::VARCHAR ORDER BY week::VARCHAR) FROM duels.rankings"
EARLIER = "2026-11-23"


class Shell:
    """DuckDB's own shell, as `make sql` opens it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, query: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{query};\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def tell(self, statement: str) -> None:
        """A statement that answers nothing."""
        assert self.ask(f"{statement}; SELECT 'done'") == "done"


@contextmanager
def shell(database: Path) -> Iterator[Shell]:
    command = [str(BIN / "duckdb"), "-readonly", "-list", "-noheader", str(database)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Shell(process)
        process.communicate()


@pytest.mark.timeout(600)
def test_a_tournament_is_played_while_readers_have_its_results_open(played, season_file, tmp_path):
    home = Home(tmp_path / "home")
    shutil.copytree(played.root, home.root)
    path = home.snapshot.path
    with (
        shell(path) as in_shell,
        duckdb.connect(path, read_only=True) as in_python,
        holding(path, read_only=True, query=WEEKS) as in_process,
    ):
        in_shell.tell("BEGIN")
        in_python.begin()
        before = (f"[{WEEK}]", [([str(WEEK)],)], f"[(['{WEEK}'],)]")
        assert (in_shell.ask(WEEKS), in_python.sql(WEEKS).fetchall(), in_process.answer) == before

        run = subprocess.run(
            [str(BIN / "duels"), "tournament", "--week", EARLIER],
            env={**os.environ, "DUELS_HOME": str(home.root), "DUELS_SEASON": str(season_file)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert (run.returncode, run.stderr) == (0, "")

        assert (in_shell.ask(WEEKS), in_python.sql(WEEKS).fetchall(), in_process.ask_again()) == before
        in_shell.tell("COMMIT")
        assert in_shell.ask(WEEKS) == f"[{WEEK}]"
        with shell(path) as new:
            assert new.ask(WEEKS) == f"[{EARLIER}, {WEEK}]"
    with duckdb.connect(path, read_only=True) as new:
        assert new.sql(WEEKS).fetchall() == [([EARLIER, str(WEEK)],)]
