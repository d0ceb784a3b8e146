"""Verdicts: what the quality checks found about a partition, kept beside it, so that later steps can refuse it."""

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import date

import duckdb

from assets.schema import Column, Table

QUALITY_CHECKS = Table(
    "quality_checks",
    "The last verdict of every quality check on every partition.",
    ("table_name", "check_name"),
    (
        Column("week", "DATE", "The partition's week."),
        Column("table_name", "VARCHAR", "The table that was checked."),
        Column("check_name", "VARCHAR", "The check."),
        Column("blocking", "BOOLEAN", "Whether later steps must not build on a partition that fails it."),
        Column("passed", "BOOLEAN", "Whether no row fails it."),
        Column("failed_rows", "INTEGER", "Rows that fail it.", unit="count", minimum=0),
        Column("detail", "VARCHAR", "What the check asks, and the first rows that fail it."),
    ),
)
"""Not a table of the tournament: kept by the warehouse itself."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One check's verdict on one partition; the columns of QUALITY_CHECKS after week and table."""

    check_name: str
    blocking: bool
    passed: bool
    failed_rows: int
    detail: str


def delete_verdicts(connection: duckdb.DuckDBPyConnection, table: str, week: date) -> None:
    """Forget what was found about a partition that is about to be replaced."""
    connection.execute("DELETE FROM duels.quality_checks WHERE table_name = ? AND week = ?", [table, week])


def write_verdicts(connection: duckdb.DuckDBPyConnection, table: str, week: date, verdicts: Iterable[Verdict]) -> None:
    """Replace the verdicts on a partition."""
    delete_verdicts(connection, table, week)
    for verdict in verdicts:
        connection.execute(
            "INSERT INTO duels.quality_checks VALUES (?, ?, ?, ?, ?, ?, ?)", [week, table, *astuple(verdict)]
        )


def objection(connection: duckdb.DuckDBPyConnection, table: str, week: date) -> str | None:
    """Why nothing may be built on a partition: a sentence, or None where all its blocking checks passed."""
    rows = connection.execute(
        "SELECT check_name, detail, passed FROM duels.quality_checks "
        "WHERE table_name = ? AND week = ? AND blocking ORDER BY check_name",
        [table, week],
    ).fetchall()
    if not rows:
        return f"{table} of {week} has not been checked yet; materialize it together with its checks first"
    failed = [f"{name}: {detail}" for name, detail, passed in rows if not passed]
    if not failed:
        return None
    noun = "its check" if len(failed) == 1 else f"{len(failed)} of its checks,"
    return f"{table} of {week} did not pass {noun} {'; '.join(failed)}; mend it and materialize it again"
