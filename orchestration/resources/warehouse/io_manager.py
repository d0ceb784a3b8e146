"""The I/O manager: each materialized partition replaces that week of its table, in one transaction or not at all."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date

import dagster as dg
import duckdb
import polars as pl
from dagster._core.storage.db_io_manager import DbIOManager, DbTypeHandler, TablePartitionDimension, TableSlice
from dagster_duckdb.io_manager import DuckDbClient

from assets.errors import OperatorError
from assets.tables import TABLES
from orchestration.resources.warehouse.layout import SCHEMA
from orchestration.resources.warehouse.partition import insert, misfit, read
from orchestration.resources.warehouse.verdicts import delete_verdicts, objection
from orchestration.resources.warehouse.warehouse import Warehouse


@dg.io_manager(
    required_resource_keys={"warehouse"},
    description="Keeps the frames of the declared assets in the warehouse, a week a partition.",
)
def warehouse_io_manager(context: dg.InitResourceContext) -> DbIOManager:
    """The I/O manager over the resource `warehouse`.

    Built on dagster-duckdb's client, whose delete commits before its insert and whose connection stays open after an
    exception.
    """
    warehouse: Warehouse = context.resources.warehouse
    return _WeekIOManager(
        type_handlers=[_FrameHandler()],
        db_client=_WarehouseClient(warehouse),
        database=str(warehouse.path),
        schema=SCHEMA,
        io_manager_name="warehouse_io_manager",
    )


class _WeekIOManager(DbIOManager):
    """Every table is partitioned by its column `week`, so that no asset has to say so."""

    def _get_table_slice(
        self, context: dg.OutputContext | dg.InputContext, output_context: dg.OutputContext
    ) -> TableSlice:
        table = context.asset_key.path[-1] if context.has_asset_key else output_context.name
        if table not in TABLES:
            raise dg.Failure(
                f"{table} is not a table of the warehouse; declare it in assets/tables/", allow_retries=False
            )
        weeks = context.asset_partition_keys if context.has_asset_partitions else []
        if len(weeks) != 1:
            raise dg.Failure(f"{table}: a run reads and writes one week, this one {len(weeks)}", allow_retries=False)
        return TableSlice(table, SCHEMA, partition_dimensions=[TablePartitionDimension("week", weeks)])


class _WarehouseClient(DuckDbClient):
    """Visits the warehouse in one transaction."""

    def __init__(self, warehouse: Warehouse) -> None:
        self._warehouse = warehouse

    @contextmanager
    def connect(  # type: ignore[override]  # dagster-duckdb's is static and opens a file of its own
        self, context: dg.OutputContext | dg.InputContext, table_slice: TableSlice
    ) -> Iterator[duckdb.DuckDBPyConnection]:
        try:
            with self._warehouse.connect(read_only=isinstance(context, dg.InputContext)) as connection:
                yield connection
        except OperatorError as error:
            # A retry, which the step's policy may allow, would meet the same file.
            raise dg.Failure(str(error), allow_retries=False) from error

    @staticmethod
    def ensure_schema_exists(
        context: dg.OutputContext, table_slice: TableSlice, connection: duckdb.DuckDBPyConnection
    ) -> None:
        """The warehouse has all its tables from the first visit on."""

    @staticmethod
    def delete_table_slice(
        context: dg.OutputContext, table_slice: TableSlice, connection: duckdb.DuckDBPyConnection
    ) -> None:
        DuckDbClient.delete_table_slice(context, table_slice, connection)
        delete_verdicts(connection, table_slice.table, _week(table_slice))


class _FrameHandler(DbTypeHandler[pl.DataFrame]):
    """Takes and gives polars frames of exactly the declared columns and types."""

    @property
    def supported_types(self) -> Sequence[type[object]]:
        return [pl.DataFrame]

    def handle_output(
        self,
        context: dg.OutputContext,
        table_slice: TableSlice,
        obj: pl.DataFrame,
        connection: duckdb.DuckDBPyConnection,
    ) -> dict[str, int]:
        table, week = TABLES[table_slice.table], _week(table_slice)
        problem = misfit(table, week, obj)
        if problem is None:
            try:
                insert(connection, table, obj)
            except duckdb.ConstraintException as error:
                problem = str(error).splitlines()[0]
        if problem:
            raise dg.Failure(f"{table.name} of {week} was not stored: {problem}", allow_retries=False)
        return {"dagster/row_count": obj.height}

    def load_input(
        self, context: dg.InputContext, table_slice: TableSlice, connection: duckdb.DuckDBPyConnection
    ) -> pl.DataFrame:
        week = _week(table_slice)
        refused = objection(connection, table_slice.table, week)
        if refused:
            raise dg.Failure(refused, allow_retries=False)
        return read(connection, TABLES[table_slice.table], week)


def _week(table_slice: TableSlice) -> date:
    [dimension] = table_slice.partition_dimensions or []
    return date.fromisoformat(str(dimension.partitions[0]))
