"""Reading for the checks: a week's rows with every long text cut, since checks look at names, numbers and nulls."""

from datetime import date

import duckdb
import polars as pl

from assets.schema import Column, Table

LONGEST = 200
"""Characters kept of a text: more than any name or id has. A week's transcripts don't fit into memory whole."""


def read_short(connection: duckdb.DuckDBPyConnection, table: Table, week: date) -> pl.DataFrame:
    """The week's rows with the declared columns and types, texts cut to LONGEST characters, sorted by key."""
    columns = ", ".join(f'{_short(column, _quoted(column.name))} AS "{column.name}"' for column in table.columns)
    rows = connection.execute(f"SELECT {columns} FROM duels.{table.name} WHERE week = ?", [week]).to_arrow_table()
    return pl.DataFrame(pl.from_arrow(rows), schema_overrides=table.polars_schema).sort(table.key)


def _short(column: Column, value: str, depth: int = 0) -> str:
    """SQL for a column's value, or the value of a field of a list's structs, with its texts cut."""
    item = f"item_{depth}"
    if column.fields:
        fields = (f'"{f.name}" := {_short(f, f"{item}.{_quoted(f.name)}", depth + 1)}' for f in column.fields)
        return f"list_transform({value}, lambda {item}: struct_pack({', '.join(fields)}))"
    if column.type == "VARCHAR[]":
        return f"list_transform({value}, lambda {item}: left({item}, {LONGEST}))"
    return f"left({value}, {LONGEST})" if column.type == "VARCHAR" else value


def _quoted(name: str) -> str:
    return f'"{name}"'
