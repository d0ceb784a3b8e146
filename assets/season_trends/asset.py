"""Asset `season_trends`: who rises and who falls over the season's weeks so far."""

import dagster as dg
import polars as pl

from assets.catalog import POOL, WAREHOUSE_IO, declared_by, preview
from assets.failures import clear_failures
from assets.ports import History
from assets.season_trends.trends import season_trends as trends_of
from assets.tables import RANKINGS, SEASON_TRENDS
from assets.week_results import AFTER_THE_WEEKS_BEFORE
from assets.weeks import parse_week


@dg.asset(**declared_by(SEASON_TRENDS), deps=[AFTER_THE_WEEKS_BEFORE], io_manager_key=WAREHOUSE_IO, pool=POOL)
@clear_failures()
def season_trends(
    context: dg.AssetExecutionContext, rankings: pl.DataFrame, history: dg.ResourceParam[History]
) -> pl.DataFrame:
    week = parse_week(context.partition_key)
    frame = trends_of(week, pl.concat([history.rows_before(week, RANKINGS), rankings]))
    columns = ["board", "contestant", "weeks", "slope", "ci_low", "ci_high", "p_value", "p_holm", "change", "note"]
    context.add_output_metadata({"preview": preview(frame, columns, rows=100)})
    return frame
