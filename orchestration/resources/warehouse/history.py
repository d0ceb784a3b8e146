"""The history: the season's earlier weeks, read from the warehouse in one visit."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import duckdb
import polars as pl

from assets.admitted import DESIGN, no_designs, played_designs
from assets.ports import PlayedWeek
from assets.schema import Table
from assets.scored import KEY
from assets.seeds import digest
from assets.tables import AUTHORED_ENVIRONMENTS, CONTESTANTS, DUEL_RESULTS, HINT_VALIDATIONS, SOLVE_ATTEMPTS
from orchestration.resources.warehouse.partition import read
from orchestration.resources.warehouse.validity import valid_partitions
from orchestration.resources.warehouse.warehouse import Warehouse

_SCORED = (*KEY, "condition", "status", "stop_reason")

_BUILT_ON = {
    CONTESTANTS.name: "contestant, roles",
    AUTHORED_ENVIRONMENTS.name: "environment_id, status, title, source_sha256, hint_sha256",
    HINT_VALIDATIONS.name: "environment_id, check_name, passed, detail",
    SOLVE_ATTEMPTS.name: "attempt_id, status, stop_reason, turns",
}
"""Tables, and of each what later weeks build on."""


@dataclass(frozen=True, slots=True)
class WarehouseHistory:
    """The weeks of the warehouse's season."""

    warehouse: Warehouse

    def before(self, week: date) -> list[PlayedWeek]:
        """The earlier weeks that were played and passed their blocking checks, oldest first (`assets.ports.History`).

        Raises:
            OperatorError: as Warehouse.connect, read-only.
        """
        with self.warehouse.connect(read_only=True) as connection:
            # Duels are derived from contestants and attempts, so their week is valid only where those two are.
            weeks = valid_partitions(connection)[DUEL_RESULTS.name]
            return [_played(connection, earlier) for earlier in weeks if earlier < week]

    def played_before(self, week: date) -> pl.DataFrame:
        """The environments that the earlier weeks played with, sorted by id (`assets.ports.History`).

        Raises:
            OperatorError: as Warehouse.connect, read-only.
        """
        with self.warehouse.connect(read_only=True) as connection:
            # Findings are derived from environments, so their week is valid only where those are.
            weeks = valid_partitions(connection)[HINT_VALIDATIONS.name]
            designs = [_admitted(connection, earlier) for earlier in weeks if earlier < week]
        return pl.concat([no_designs(), *designs]).sort("environment_id")

    def rows_before(self, week: date, table: Table, columns: Sequence[str] | None = None) -> pl.DataFrame:
        """A table's rows of the earlier weeks in which it is valid, sorted by week and key (`assets.ports.History`).

        Raises:
            OperatorError: as Warehouse.connect, read-only.
        """
        named = table.column_names if columns is None else columns
        empty = pl.DataFrame(schema={name: table.polars_schema[name] for name in named})
        with self.warehouse.connect(read_only=True) as connection:
            weeks = [valid for valid in valid_partitions(connection)[table.name] if valid < week]
            return pl.concat([empty, *(read(connection, table, earlier, named) for earlier in weeks)])

    def unfinished_before(self, week: date) -> list[date]:
        """The earlier weeks that were begun, and whose attempts did not pass (`assets.ports.History`).

        Raises:
            OperatorError: as Warehouse.connect, read-only.
        """
        with self.warehouse.connect(read_only=True) as connection:
            finished = valid_partitions(connection)[SOLVE_ATTEMPTS.name]
            begun = connection.execute(
                f"SELECT DISTINCT week FROM duels.{CONTESTANTS.name} WHERE week < ? ORDER BY week", [week]
            ).fetchall()
        return [earlier for (earlier,) in begun if earlier not in finished]

    def version(self, week: date) -> str:
        """A hash of what later weeks build on, of all valid weeks up to and with `week` (`assets.ports.History`).

        Raises:
            OperatorError: as Warehouse.connect, read-only.
        """
        with self.warehouse.connect(read_only=True) as connection:
            weeks = [valid for valid in valid_partitions(connection)[SOLVE_ATTEMPTS.name] if valid <= week]
            hashes = [
                connection.execute(
                    f"SELECT sha256(string_agg(line::VARCHAR, chr(10) ORDER BY line::VARCHAR)) FROM "
                    f"(SELECT row(week, {columns}) AS line FROM duels.{table} WHERE list_contains(?, week))",
                    [weeks],
                ).fetchone()
                for table, columns in _BUILT_ON.items()
            ]
        return digest(*hashes)


def _played(connection: duckdb.DuckDBPyConnection, week: date) -> PlayedWeek:
    return PlayedWeek(
        week,
        contestants=read(connection, CONTESTANTS, week),
        solve_attempts=read(connection, SOLVE_ATTEMPTS, week, _SCORED),
        duel_results=read(connection, DUEL_RESULTS, week),
    )


def _admitted(connection: duckdb.DuckDBPyConnection, week: date) -> pl.DataFrame:
    return played_designs(
        read(connection, AUTHORED_ENVIRONMENTS, week, DESIGN),
        read(connection, HINT_VALIDATIONS, week, ("environment_id", "gating", "passed")),
    )
