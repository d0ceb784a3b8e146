"""The snapshot: a second DuckDB file with all that is valid, which people open while tournaments go on."""

from pathlib import Path

import duckdb

from assets.tables import TABLES
from orchestration.resources.warehouse.database import transaction
from orchestration.resources.warehouse.layout import SNAPSHOT_SCHEMA, create
from orchestration.resources.warehouse.validity import valid_partitions
from orchestration.resources.warehouse.views import create_views, read_views
from orchestration.resources.warehouse.warehouse import Warehouse


def publish(warehouse: Warehouse, snapshot: Path) -> None:
    """Replace the snapshot by what is valid in the warehouse now, in one rename.

    A partition is valid when all its blocking checks passed, and those of the tables it is derived from. Verdicts are
    published whole: `duels.quality_checks` says why a partition is absent. A reader that has the old snapshot open
    keeps reading the old one.

    Raises:
        OperatorError: as Warehouse.connect.
    """
    fresh = snapshot.with_name(f".{snapshot.name}.new")
    # Held open for writing to the end, so that publishers take turns and one name for the unfinished file is enough.
    with warehouse.open() as connection:
        for leftover in (fresh, _log_of(fresh)):
            leftover.unlink(missing_ok=True)
        connection.execute(f"ATTACH '{str(fresh).replace("'", "''")}' AS fresh")
        with transaction(connection):
            _copy(connection)
        connection.execute("DETACH fresh")
        # Left by a reader that opened the old one for writing and was killed; DuckDB would replay it onto the new one.
        _log_of(snapshot).unlink(missing_ok=True)
        fresh.replace(snapshot)


def _log_of(database: Path) -> Path:
    return database.with_name(f"{database.name}.wal")


def _copy(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill the attached, empty database `fresh`, rows in order of their keys; views read the rows that are there."""
    valid = valid_partitions(connection)
    [(season, database)] = connection.execute("SELECT season, current_database() FROM duels.warehouse_info").fetchall()
    views = read_views(connection)
    connection.execute("USE fresh")
    create(connection, season, SNAPSHOT_SCHEMA)
    create_views(connection, views, SNAPSHOT_SCHEMA)
    connection.execute(f'USE "{database}"')
    for table in TABLES.values():
        order = ", ".join(f'"{column}"' for column in ("week", *table.key))
        connection.execute(
            f"INSERT INTO fresh.{SNAPSHOT_SCHEMA}.{table.name} BY NAME "
            f"SELECT * FROM duels.{table.name} WHERE list_contains(?, week) ORDER BY {order}",
            [valid[table.name]],
        )
    connection.execute(
        f"INSERT INTO fresh.{SNAPSHOT_SCHEMA}.quality_checks "
        "SELECT * FROM duels.quality_checks ORDER BY week, table_name, check_name"
    )
