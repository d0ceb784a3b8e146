"""Asset `contestants`: who takes part in the week."""

import dagster as dg
import polars as pl

from assets.catalog import GROUP, OWNERS, POOL, WAREHOUSE_IO, column_schema, preview
from assets.contestants.entries import contestant_rows
from assets.partitions import WEEKS
from assets.season import Season
from assets.tables import CONTESTANTS
from assets.weeks import parse_week


@dg.asset(
    description=CONTESTANTS.description,
    group_name=GROUP,
    owners=OWNERS,
    kinds={"duckdb", "polars"},
    tags={"step": "contestants"},
    partitions_def=WEEKS,
    metadata=column_schema(CONTESTANTS),
    io_manager_key=WAREHOUSE_IO,
    pool=POOL,
)
def contestants(context: dg.AssetExecutionContext, season: dg.ResourceParam[Season]) -> pl.DataFrame:
    frame = CONTESTANTS.frame(contestant_rows(season, parse_week(context.partition_key)))
    context.add_output_metadata({"preview": preview(frame, ["contestant", "model", "roles", "settings"])})
    return frame
