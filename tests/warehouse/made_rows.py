"""Rows made up for the warehouse's tests: small frames of the declared tables, whole and valid."""

from datetime import date

import polars as pl

from assets.tables import CONTESTANTS, TABLES
from orchestration.resources.warehouse import Warehouse
from orchestration.resources.warehouse.partition import insert
from orchestration.resources.warehouse.verdicts import Verdict, write_verdicts

WEEK, LAST_WEEK = date(2026, 11, 30), date(2026, 11, 23)
SEASON = "tiny"

GOOD = Verdict("unique_key", blocking=True, passed=True, failed_rows=0, detail="the key is unique")
BAD = Verdict("known_author", blocking=True, passed=False, failed_rows=2, detail="authors take part in the week: eve")
ODD = Verdict("spread", blocking=False, passed=False, failed_rows=1, detail="scores differ")

PLAYED = ("contestants", "dossiers", "authored_environments", "hint_validations", "solve_attempts", "duel_results")
"""The tables that a week of results rests on."""

type Row = dict[str, object]


def contestants(*names: str, week: date = WEEK, model: str = "house/player") -> pl.DataFrame:
    """Rows of `contestants`."""
    rows: list[Row] = [
        {
            "week": week,
            "contestant": name,
            "model": model,
            "roles": ["author", "solver"],
            "settings": "{}",
            "season": SEASON,
        }
        for name in names
    ]
    return CONTESTANTS.frame(rows)


def row(table: str, **values: object) -> Row:
    """A row of any table: the given values, null where one may stand, and otherwise something of the column's type."""
    samples: dict[str, object] = {"VARCHAR": "é", "BOOLEAN": True, "INTEGER": 1, "BIGINT": 2**53 + 1, "DOUBLE": 0.1}
    filled = {
        column.name: None
        if column.nullable
        else []
        if column.polars_type == pl.List
        else samples.get(column.type, WEEK)
        for column in TABLES[table].columns
    }
    return {**filled, **values}


def store(warehouse: Warehouse, table: str, frame: pl.DataFrame, *verdicts: Verdict, week: date = WEEK) -> None:
    """Put rows into the warehouse, and what its checks found."""
    with warehouse.connect() as connection:
        insert(connection, TABLES[table], frame)
        write_verdicts(connection, table, week, verdicts)
