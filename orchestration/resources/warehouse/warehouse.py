"""A warehouse file: every visit is one guarded connection and one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb

from assets.errors import OperatorError
from orchestration.resources.warehouse import layout
from orchestration.resources.warehouse.database import open_database, transaction


@dataclass(frozen=True, slots=True)
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

    @contextmanager
    def connect(self, *, read_only: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
        """One transaction: committed when the context ends well, rolled back when it raises; closed in either case.

        Raises:
            OperatorError: as `open`.
        """
        with self.open(read_only=read_only) as connection, transaction(connection):
            yield connection

    @contextmanager
    def open(self, *, read_only: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
        """A guarded connection without a transaction, for statements that can't run inside one.

        Raises:
            OperatorError: the file is locked for too long, is no warehouse, or belongs to another version or season;
                read_only: it does not exist yet. Nothing is overwritten.
        """
        with open_database(self.path, read_only=read_only, wait_s=self.wait_s) as connection:
            if layout.is_empty(connection):
                self._create(connection, read_only)
            layout.guard(connection, self.path, self.season)
            yield connection

    def _create(self, connection: duckdb.DuckDBPyConnection, read_only: bool) -> None:
        if read_only or self.season is None:
            raise OperatorError(f"{self.path} holds nothing yet; play a week first: duels tournament")
        with transaction(connection):
            layout.create(connection, self.season)
