"""Runs of small Dagster assets over an I/O manager, named like tables of the warehouse."""

import gc
from datetime import date

import dagster as dg
import duckdb
import polars as pl

from assets.catalog import WAREHOUSE_IO
from assets.partitions import WEEKS
from orchestration.resources.warehouse import Warehouse
from orchestration.resources.warehouse.io_manager import warehouse_io_manager
from warehouse.made_rows import WEEK

# The stock I/O manager must be told which column holds the partition; ours knows.
_METADATA = {"partition_expr": "week"}

type Resources = dict[str, object]
"""An I/O manager under its key, and what it needs."""


def over(warehouse: Warehouse) -> Resources:
    """Our I/O manager over a warehouse."""
    return {WAREHOUSE_IO: warehouse_io_manager, "warehouse": warehouse}


def materialize(
    resources: Resources,
    frame: pl.DataFrame,
    *,
    week: date = WEEK,
    table: str = "contestants",
) -> dg.ExecuteInProcessResult:
    """Materialize an asset called `table` that returns the frame; raises what went wrong."""

    @dg.asset(name=table, partitions_def=WEEKS, io_manager_key=WAREHOUSE_IO, metadata=_METADATA)
    def made() -> pl.DataFrame:
        return frame

    return dg.materialize([made], partition_key=week.isoformat(), resources=resources)


def problem(resources: Resources, frame: pl.DataFrame, *, week: date = WEEK) -> str:
    """What went wrong when the frame was materialized, empty where nothing did."""
    try:
        materialize(resources, frame, week=week)
    except (dg.Failure, duckdb.Error) as error:
        return str(error)
    finally:
        # The stock I/O manager leaves its connection to the garbage collector.
        gc.collect()
    return ""


def load(resources: Resources, *, week: date = WEEK, table: str = "contestants") -> pl.DataFrame:
    """What a step gets that is materialized alone, downstream of `table`; raises what went wrong."""
    seen: list[pl.DataFrame] = []

    @dg.asset(ins={"frame": dg.AssetIn(table)}, partitions_def=WEEKS)
    def step(frame: pl.DataFrame) -> None:
        seen.append(frame)

    upstream = dg.AssetSpec(table, partitions_def=WEEKS, metadata=_METADATA).with_io_manager_key(WAREHOUSE_IO)
    dg.materialize([upstream, step], selection=[step], partition_key=week.isoformat(), resources=resources)
    return seen[0]
