"""A DuckDB file opened with patience: waits a bounded time for its lock, and is always closed."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from assets.errors import OperatorError

_FIRST_PAUSE_S = 0.01
_LONGEST_PAUSE_S = 0.25


@contextmanager
def visiting(path: Path, connection: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
    """The connection to the file, closed when the context ends, whatever happened in it.

    Raises:
        OperatorError: the file turned out to be damaged, or its disk full.
    """
    try:
        yield connection
    except (duckdb.IOException, duckdb.FatalException, duckdb.InternalException) as error:
        raise OperatorError(
            f"{path} is damaged, or its disk is full ({_first_line(error)}); restore it or move it away"
        ) from None
    finally:
        connection.close()


@contextmanager
def transaction(connection: duckdb.DuckDBPyConnection, *, read_only: bool = False) -> Iterator[None]:
    """All or nothing: committed when the context ends well, rolled back when it raises."""
    connection.execute(f"BEGIN TRANSACTION READ {'ONLY' if read_only else 'WRITE'}")
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def connect(path: Path, *, read_only: bool, wait_s: float) -> duckdb.DuckDBPyConnection:
    """A connection to the file, which its caller closes.

    Raises:
        OperatorError: another process held the file for longer than `wait_s` seconds, or the file can't be opened as a
            DuckDB database. The file is left as it is.
    """
    if read_only and not path.exists():
        raise OperatorError(f"{path} does not exist yet; play a week first: duels tournament")
    deadline = time.monotonic() + wait_s
    pause = _FIRST_PAUSE_S
    while True:
        try:
            return duckdb.connect(path, read_only=read_only)
        except duckdb.Error as error:
            holder = _lock_holder(error)
            if holder is None:
                raise OperatorError(
                    f"{path} can't be opened as a DuckDB database ({_first_line(error)}); "
                    "move the file away or set DUELS_HOME to another directory"
                ) from None
            if time.monotonic() >= deadline:
                raise OperatorError(
                    f"{path} has been in use by {holder} for {wait_s:g} s; end it (readers open duels.duckdb instead) "
                    "and run again"
                ) from None
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE_S)


def _lock_holder(error: duckdb.Error) -> str | None:
    """Who keeps the file, where that is why it can't be opened; None for every other reason."""
    text = str(error)
    if isinstance(error, duckdb.ConnectionException) and "different configuration" in text:
        return "another connection of this process"
    if "Could not set lock on file" not in text:
        return None
    process = re.search(r"PID (\d+)", text)
    return f"process {process[1]}" if process else "another process"


def _first_line(error: duckdb.Error) -> str:
    return str(error).splitlines()[0].strip()
