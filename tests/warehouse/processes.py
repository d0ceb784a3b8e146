"""Other processes for the warehouse's tests: they hold files open, and say what they see."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

_HOLD = """
import sys, duckdb
path, read_only, query = sys.argv[1:]
connection = duckdb.connect(path, read_only=read_only == "True")
for _ in range(2):
    print(connection.execute(query).fetchall(), flush=True)
    sys.stdin.readline()
"""


class Holder:
    """A process that has a DuckDB file open."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.pid = process.pid
        self.answer = self._read()

    def ask_again(self) -> str:
        """The answer to its query now, through the connection that it has had open all the time."""
        self._go_on()
        return self._read()

    def let_go(self) -> None:
        """Have the process end."""
        self._process.communicate("\n\n")

    def _go_on(self) -> None:
        _pipe(self._process.stdin).write("\n")
        _pipe(self._process.stdin).flush()

    def _read(self) -> str:
        return _pipe(self._process.stdout).readline().strip()


@contextmanager
def holding(path: Path, *, read_only: bool = False, query: str = "SELECT 1") -> Iterator[Holder]:
    """A process that opens the file with plain DuckDB and keeps it until the context ends or it is told to let go."""
    with started(_HOLD, path, read_only, query) as process:
        holder = Holder(process)
        yield holder
        if process.poll() is None:
            holder.let_go()


@contextmanager
def started(code: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """A Python process with pipes, killed if it outlives the context."""
    process = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def run(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """A Python process from beginning to end."""
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, timeout=60
    )


def can_write(path: Path) -> bool:
    """Whether another process can open the file for writing at once."""
    return run("import duckdb, sys; duckdb.connect(sys.argv[1])", path).returncode == 0


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
