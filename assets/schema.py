"""What a table is: columns with types and meaning, a key, and references; the SQL and the frame that follow from them.

Types are DuckDB's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl

_POLARS: Mapping[str, pl.DataType] = {
    "DATE": pl.Date(),
    "VARCHAR": pl.String(),
    "BOOLEAN": pl.Boolean(),
    "INTEGER": pl.Int32(),
    "BIGINT": pl.Int64(),
    "DOUBLE": pl.Float64(),
    "VARCHAR[]": pl.List(pl.String()),
    "BIGINT[]": pl.List(pl.Int64()),
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `unit` is None for shares, names and texts; bounds are inclusive.

    `fields` declares the structs of a list column, which then has no `type` of its own.
    """

    name: str
    type: str
    description: str
    nullable: bool = False
    unit: str | None = None
    values: tuple[str, ...] | None = None
    minimum: float | None = None
    maximum: float | None = None
    clock: bool = False
    fields: tuple["Column", ...] = ()

    @property
    def sql_type(self) -> str:
        """The column's DuckDB type."""
        if self.fields:
            return "STRUCT(" + ", ".join(f'"{f.name}" {f.sql_type}' for f in self.fields) + ")[]"
        return self.type

    @property
    def polars_type(self) -> pl.DataType:
        """The column's polars type."""
        if self.fields:
            return pl.List(pl.Struct({f.name: f.polars_type for f in self.fields}))
        return _POLARS[self.type]


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """`columns` of the table must stand in `parent_columns` of `parent`, in the same week. Nulls are let through."""

    columns: tuple[str, ...]
    parent: str
    parent_columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One table; `key` is unique within a week (`week` itself left out)."""

    name: str
    description: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    foreign_keys: tuple[ForeignKey, ...] = field(default=())

    @property
    def column_names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    @property
    def polars_schema(self) -> dict[str, pl.DataType]:
        return {column.name: column.polars_type for column in self.columns}

    def frame(self, rows: list[dict[str, object]]) -> pl.DataFrame:
        """Rows as a frame of exactly the declared columns and types, sorted by key; an empty list gives an empty frame.

        Raises:
            ValueError: a row lacks a column or has one that is not declared.
        """
        expected = set(self.column_names)
        for row in rows:
            if row.keys() != expected:
                odd = sorted(row.keys() ^ expected)
                raise ValueError(f"a row for {self.name} has missing or undeclared columns: {', '.join(odd)}")
        return pl.DataFrame(rows, schema=self.polars_schema, orient="row").sort(self.key)

    def ddl(self, schema: str = "duels") -> str:
        """The CREATE TABLE statement."""
        lines = ",\n  ".join(
            f'"{column.name}" {column.sql_type}{"" if column.nullable else " NOT NULL"}' for column in self.columns
        )
        return f'CREATE TABLE IF NOT EXISTS "{schema}"."{self.name}" (\n  {lines}\n)'
