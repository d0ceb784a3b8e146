"""A partition: the rows of one table in one week, as a polars frame of exactly the declared columns and types."""

from collections.abc import Sequence
from datetime import date

import duckdb
import polars as pl

from assets.schema import Table


def misfit(table: Table, week: date, frame: pl.DataFrame) -> str | None:
    """What keeps a frame from being the week's partition of the table, or None: columns, types, rows of other weeks."""
    declared, found = table.polars_schema, dict(frame.schema)
    missing = sorted(declared.keys() - found.keys())
    undeclared = sorted(found.keys() - declared.keys())
    mistyped = [
        f"{name} is {found[name]}, declared {kind}" for name, kind in declared.items() if found.get(name, kind) != kind
    ]
    problems = [
        *([f"missing columns {', '.join(missing)}"] if missing else []),
        *([f"undeclared columns {', '.join(undeclared)}"] if undeclared else []),
        *mistyped,
    ]
    if not problems:
        astray = frame.filter(pl.col("week").ne_missing(week)).get_column("week")
        if not astray.is_empty():
            others = ", ".join(map(str, astray.unique().sort()))
            problems = [f"{astray.len()} rows belong to another week ({others})"]
    return "; ".join(problems) or None


def insert(connection: duckdb.DuckDBPyConnection, table: Table, frame: pl.DataFrame) -> None:
    """Add the frame's rows, column by name.

    Raises:
        duckdb.Error: a row that the table's declaration forbids, such as a null where none may be.
    """
    connection.register("incoming", frame.to_arrow())
    connection.execute(f"INSERT INTO duels.{table.name} BY NAME SELECT * FROM incoming")
    connection.unregister("incoming")


def read(
    connection: duckdb.DuckDBPyConnection, table: Table, week: date, columns: Sequence[str] | None = None
) -> pl.DataFrame:
    """The week's rows with the declared columns and types, sorted by key; an empty partition is an empty frame.

    Args:
        columns: the only columns to read, in this order; by default all of them. What is not named is not loaded.
    """
    named = table.column_names if columns is None else columns
    schema = {name: table.polars_schema[name] for name in (*named, *table.key)}
    selected = ", ".join(f'"{name}"' for name in schema)
    rows = connection.execute(f"SELECT {selected} FROM duels.{table.name} WHERE week = ?", [week]).to_arrow_table()
    # Sorted here and not in SQL: DuckDB takes nearly three times as long over a week with transcripts, and more memory.
    return pl.DataFrame(pl.from_arrow(rows), schema_overrides=schema).sort(table.key).select(named)
