"""A partition: the rows of one table in one week, as a polars frame of exactly the declared columns and types."""

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


def read(connection: duckdb.DuckDBPyConnection, table: Table, week: date) -> pl.DataFrame:
    """The week's rows with the declared columns and types, sorted by key; an empty partition is an empty frame."""
    columns = ", ".join(f'"{name}"' for name in table.column_names)
    rows = connection.execute(f"SELECT {columns} FROM duels.{table.name} WHERE week = ?", [week]).to_arrow_table()
    frame = pl.from_arrow(rows)
    return pl.DataFrame(frame, schema_overrides=table.polars_schema).sort(table.key)
