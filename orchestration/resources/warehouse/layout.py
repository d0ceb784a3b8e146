"""The layout of a warehouse file: its schema version, its season, and every declared table as declared."""

from functools import cache
from pathlib import Path

import duckdb

from assets.errors import OperatorError
from assets.schema import Column, Table
from assets.tables import SCHEMA_VERSION, TABLES
from orchestration.resources.warehouse.verdicts import QUALITY_CHECKS

SCHEMA = "duels"
"""Where the tables of the working file stand."""

SNAPSHOT_SCHEMA = "main"
"""Where they stand in the snapshot `duels.duckdb`. DuckDB names a database after its file, and in a database `duels`
with a schema `duels` the name `duels.rankings` would be ambiguous. So it leads to the same table in both files."""

WAREHOUSE_INFO = Table(
    "warehouse_info",
    "What this file is: one row.",
    ("schema_version",),
    (
        Column("schema_version", "INTEGER", "Version of the tables' declarations."),
        Column("season", "VARCHAR", "The season whose tournaments are stored here."),
    ),
)

_STORED = {table.name: table for table in (*TABLES.values(), QUALITY_CHECKS)}
_WAY_OUT = "set DUELS_HOME to another directory"

type _Columns = dict[str, str]
"""A table's columns: name to DuckDB type, with NOT NULL where it holds."""


def create(connection: duckdb.DuckDBPyConnection, season: str, schema: str = SCHEMA) -> None:
    """Give the connection's current database, which is empty, the whole layout: every declared table, empty."""
    connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    for table in (WAREHOUSE_INFO, *_STORED.values()):
        connection.execute(table.ddl(schema))
    connection.execute(f"INSERT INTO {schema}.{WAREHOUSE_INFO.name} VALUES (?, ?)", [SCHEMA_VERSION, season])


def is_empty(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether the database holds no table and no view at all."""
    relations = (
        "SELECT 1 FROM duckdb_tables() WHERE NOT internal UNION ALL SELECT 1 FROM duckdb_views() WHERE NOT internal"
    )
    return connection.execute(relations).fetchone() is None


def guard(connection: duckdb.DuckDBPyConnection, path: Path, season: str | None) -> None:
    """Refuse a file that is not a warehouse of this version and season with the tables as declared.

    Args:
        connection: to the file; nothing is written through it.
        path: for the message.
        season: the season it must belong to; None accepts any.

    Raises:
        OperatorError: foreign, of another schema version, of another season, or with a table that has drifted.
    """
    schema = _schema(connection)
    as_declared = _statements(connection, schema) == _declared_statements(schema)
    # What the columns are takes DuckDB ten times as long to say, since it works out those of every view as well.
    found = None if as_declared else _columns(connection, schema)
    if found is not None and found.get(WAREHOUSE_INFO.name, {}).keys() != set(WAREHOUSE_INFO.column_names):
        raise OperatorError(f"{path} is a DuckDB file of something else; move it away or {_WAY_OUT}")
    row = connection.execute(f"SELECT schema_version, season FROM duels.{WAREHOUSE_INFO.name}").fetchone()
    version, stored_season = row or (None, None)
    if version != SCHEMA_VERSION:
        way_out = (
            f"update Environment Duels or {_WAY_OUT}"
            if version and version > SCHEMA_VERSION
            else "move warehouse.duckdb and duels.duckdb away and play the weeks again: finished drafts and attempts "
            "are kept in the journal and cost no model call"
        )
        raise OperatorError(f"{path} has schema version {version}, not {SCHEMA_VERSION}; {way_out}")
    if season is not None and stored_season != season:
        raise OperatorError(f"{path} holds season {stored_season!r}, not {season!r}; play that season or {_WAY_OUT}")
    drifted = [problem for name in _STORED for problem in _drift(name, found.get(name, {}))] if found else []
    if drifted:
        raise OperatorError(f"{path} differs from the declared tables: {'; '.join(drifted)}; mend it or {_WAY_OUT}")


def _drift(table: str, found: _Columns) -> list[str]:
    declared = _declared()[table]
    if not found:
        return [f"{SCHEMA}.{table} is missing"]
    return [
        f"{SCHEMA}.{table}.{column} is {found.get(column, 'missing')}, declared {declared.get(column, 'nowhere')}"
        for column in sorted(found.keys() | declared.keys())
        if found.get(column) != declared.get(column)
    ]


# DuckDB itself spells the declarations, so that one spelling is compared with another of the same engine.
@cache
def _declared() -> dict[str, _Columns]:
    with duckdb.connect() as connection:
        create(connection, "")
        return _columns(connection, SCHEMA)


@cache
def _declared_statements(schema: str) -> dict[str, str]:
    with duckdb.connect() as connection:
        create(connection, "", schema)
        return _statements(connection, schema)


def _statements(connection: duckdb.DuckDBPyConnection, schema: str) -> dict[str, str]:
    """The statement that would create each table, by table."""
    return dict(
        connection.execute(
            "SELECT table_name, sql FROM duckdb_tables() WHERE database_name = current_database() AND schema_name = ?",
            [schema],
        ).fetchall()
    )


def _schema(connection: duckdb.DuckDBPyConnection) -> str:
    """The schema in which the connection's database has its tables."""
    [database] = connection.execute("SELECT current_database()").fetchone() or ("",)
    return SNAPSHOT_SCHEMA if database == "duels" else SCHEMA


def _columns(connection: duckdb.DuckDBPyConnection, schema: str) -> dict[str, _Columns]:
    rows = connection.execute(
        "SELECT table_name, column_name, data_type || CASE WHEN is_nullable THEN '' ELSE ' NOT NULL' END "
        "FROM duckdb_columns() WHERE database_name = current_database() AND schema_name = ?",
        [schema],
    ).fetchall()
    tables: dict[str, _Columns] = {}
    for table, column, kind in rows:
        tables.setdefault(table, {})[column] = kind
    return tables
