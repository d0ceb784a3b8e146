"""The marts: dbt's views over the season's valid weeks, read from the warehouse."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import duckdb
import polars as pl

from assets.errors import OperatorError
from orchestration.resources.warehouse.layout import SCHEMA
from orchestration.resources.warehouse.warehouse import Warehouse

_ATTEMPTS = "stg_solve_attempts"


@dataclass(frozen=True, slots=True)
class WarehouseMarts:
    """The views of a warehouse (`assets.ports.Marts`). All methods raise OperatorError as Warehouse.connect, read-only,
    does, and where a view is missing."""

    warehouse: Warehouse

    def rows(self, view: str, week: date, columns: Sequence[str] = ("*",)) -> pl.DataFrame:
        """Columns of a view, its rows of the weeks up to and with `week`, in the order of those columns."""
        return self._read(week, f'SELECT {", ".join(columns)} FROM {SCHEMA}."{view}" WHERE week <= $week ORDER BY ALL')

    def outcomes(self, week: date) -> pl.DataFrame:
        """The week's attempts without their transcripts, sorted by attempt_id."""
        return self._read(
            week,
            f"SELECT * EXCLUDE (transcript) FROM {SCHEMA}.{_ATTEMPTS} WHERE week = $week ORDER BY attempt_id",
        )

    def transcripts(self, week: date, attempt_ids: Sequence[str]) -> pl.DataFrame:
        """The given attempts of the week with their transcripts, sorted by attempt_id."""
        return self._read(
            week,
            f"SELECT * FROM {SCHEMA}.{_ATTEMPTS} WHERE week = $week AND list_contains($ids, attempt_id) "
            "ORDER BY attempt_id",
            ids=list(attempt_ids),
        )

    def _read(self, week: date, query: str, **values: list[str]) -> pl.DataFrame:
        with self.warehouse.connect(read_only=True) as connection:
            try:
                return connection.execute(query, {"week": week, **values}).pl()
            except (duckdb.CatalogException, duckdb.BinderException) as error:
                problem = str(error).splitlines()[0]
                raise OperatorError(
                    f"{self.warehouse.path} lacks a view of the weeks played ({problem}); "
                    f"run the week again, which makes the views anew: duels tournament --week {week}"
                ) from None
