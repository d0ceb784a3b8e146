"""Asset `contestants`: who takes part in the week."""

import dagster as dg
import polars as pl

from assets.catalog import POOL, WAREHOUSE_IO, declared_by, preview
from assets.contestants.entries import contestant_rows
from assets.season import Season
from assets.tables import CONTESTANTS
from assets.weeks import parse_week


@dg.asset(**declared_by(CONTESTANTS), io_manager_key=WAREHOUSE_IO, pool=POOL)
def contestants(context: dg.AssetExecutionContext, season: dg.ResourceParam[Season]) -> pl.DataFrame:
    frame = CONTESTANTS.frame(contestant_rows(season, parse_week(context.partition_key)))
    context.add_output_metadata({"preview": preview(frame, ["contestant", "model", "roles", "settings"])})
    return frame
