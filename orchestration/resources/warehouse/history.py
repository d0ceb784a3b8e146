"""The history: the season's earlier weeks, read from the warehouse in one visit."""

from dataclasses import dataclass
from datetime import date

import duckdb

from assets.ports import PlayedWeek
from assets.scored import KEY
from assets.tables import CONTESTANTS, DUEL_RESULTS, SOLVE_ATTEMPTS
from orchestration.resources.warehouse.partition import read
from orchestration.resources.warehouse.validity import valid_partitions
from orchestration.resources.warehouse.warehouse import Warehouse

_SCORED = (*KEY, "condition", "status", "stop_reason")


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


def _played(connection: duckdb.DuckDBPyConnection, week: date) -> PlayedWeek:
    return PlayedWeek(
        week,
        contestants=read(connection, CONTESTANTS, week),
        solve_attempts=read(connection, SOLVE_ATTEMPTS, week, _SCORED),
        duel_results=read(connection, DUEL_RESULTS, week),
    )
