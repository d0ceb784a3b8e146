"""The stock: dagster-duckdb's own I/O manager, with the handler that its documentation leads to."""

from collections.abc import Sequence

import dagster as dg
import duckdb
import polars as pl
from dagster._core.storage.db_io_manager import DbTypeHandler, TableSlice
from dagster_duckdb import DuckDBIOManager
from dagster_duckdb.io_manager import DuckDbClient


class StockIOManager(DuckDBIOManager):
    """Tables in schema `duels`, made from the first frame."""

    @staticmethod
    def type_handlers() -> Sequence[DbTypeHandler[pl.DataFrame]]:
        return [_FrameHandler()]


class _FrameHandler(DbTypeHandler[pl.DataFrame]):
    @property
    def supported_types(self) -> Sequence[type[object]]:
        return [pl.DataFrame]

    def handle_output(
        self,
        context: dg.OutputContext,
        table_slice: TableSlice,
        obj: pl.DataFrame,
        connection: duckdb.DuckDBPyConnection,
    ) -> None:
        table = f"{table_slice.schema}.{table_slice.table}"
        connection.register("incoming", obj.to_arrow())
        connection.execute(f"CREATE TABLE IF NOT EXISTS {table} AS SELECT * FROM incoming LIMIT 0")
        connection.execute(f"INSERT INTO {table} SELECT * FROM incoming")

    def load_input(
        self, context: dg.InputContext, table_slice: TableSlice, connection: duckdb.DuckDBPyConnection
    ) -> pl.DataFrame:
        return pl.DataFrame(connection.execute(DuckDbClient.get_select_statement(table_slice)).to_arrow_table())
