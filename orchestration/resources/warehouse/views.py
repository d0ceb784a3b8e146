"""The views of a warehouse: what dbt made of its tables, carried over into the snapshot."""

import duckdb

from assets.errors import OperatorError
from orchestration.resources.warehouse.layout import SCHEMA

type Views = dict[str, str]
"""A view's name, and the statement that makes it in the warehouse."""


def read_views(connection: duckdb.DuckDBPyConnection) -> Views:
    """The views of the current database's tournament tables."""
    rows = connection.execute(
        "SELECT view_name, sql FROM duckdb_views() "
        "WHERE NOT internal AND database_name = current_database() AND schema_name = ? ORDER BY view_name",
        [SCHEMA],
    ).fetchall()
    return dict(rows)


def create_views(connection: duckdb.DuckDBPyConnection, views: Views, schema: str) -> None:
    """Create the views in a schema of the current database, each after those that it reads.

    Raises:
        OperatorError: a view reads what is not there.
    """
    waiting = dict(views)
    while waiting:
        refused: dict[str, duckdb.Error] = {}
        for name, statement in waiting.items():
            try:
                connection.execute(statement.replace(f"CREATE VIEW {SCHEMA}.", f"CREATE VIEW {schema}.", 1))
            except duckdb.CatalogException as error:
                refused[name] = error
        if refused.keys() == waiting.keys():
            reasons = "; ".join(f"{name}: {str(error).splitlines()[0]}" for name, error in refused.items())
            raise OperatorError(f"views can't be published ({reasons}); drop them from warehouse.duckdb")
        waiting = {name: views[name] for name in refused}
