"""A warehouse file: every visit is one guarded connection and one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from assets.errors import OperatorError
from orchestration.resources.warehouse import layout
from orchestration.resources.warehouse.database import connect, transaction, visiting


@dataclass(slots=True, eq=False)
class Warehouse:
    """A DuckDB file with the declared tables in schema `duels`.

    Attributes:
        path: the file. It is created, with every declared table empty, when it is first opened for writing.
        season: the season it belongs to; None for a reader, whom any season suits.
        wait_s: seconds to wait while another process has the file open.
    """

    path: Path
    season: str | None = None
    wait_s: float = 60
    _keeping: bool = field(default=False, init=False, repr=False)
    _kept: duckdb.DuckDBPyConnection | None = field(default=None, init=False, repr=False)

    @contextmanager
    def connect(self, *, read_only: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
        """One transaction: committed when the context ends well, rolled back when it raises; closed in either case.

        Raises:
            OperatorError: as `open`.
        """
        with self.open(read_only=read_only) as connection, transaction(connection, read_only=read_only):
            yield connection

    @contextmanager
    def open(self, *, read_only: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
        """A guarded connection without a transaction, for statements that can't run inside one.

        Raises:
            OperatorError: the file is locked for too long, is no warehouse, or belongs to another version or season;
                read_only: it does not exist yet. Nothing is overwritten.
        """
        known = self._kept is not None
        try:
            with visiting(self.path, self._connection(read_only)) as connection:
                if not known:
                    self._guard(connection, read_only)
                yield connection
        except BaseException:
            # Whatever it was, the next visit begins anew.
            self.release()
            raise

    @contextmanager
    def kept_open(self) -> Iterator[None]:
        """Keep the file open from the first visit on, for a process whose steps visit it one after another: opening it
        costs more than most visits. Other processes wait meanwhile."""
        self._keeping = True
        try:
            yield
        finally:
            self._keeping = False
            self.release()

    def release(self) -> None:
        """Close the file if it is kept open, so that another process can have it; the next visit opens it again."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def _connection(self, read_only: bool) -> duckdb.DuckDBPyConnection:
        if not self._keeping:
            return connect(self.path, read_only=read_only, wait_s=self.wait_s)
        if self._kept is None:
            self._kept = connect(self.path, read_only=False, wait_s=self.wait_s)
        return self._kept.cursor()

    def _guard(self, connection: duckdb.DuckDBPyConnection, read_only: bool) -> None:
        if layout.is_empty(connection):
            if read_only or self.season is None:
                raise OperatorError(f"{self.path} holds nothing yet; play a week first: duels tournament")
            with transaction(connection):
                layout.create(connection, self.season)
        layout.guard(connection, self.path, self.season)
