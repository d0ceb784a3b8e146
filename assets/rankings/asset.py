"""Asset `rankings`: where each contestant stands on each board."""

import dagster as dg
import polars as pl

from assets.catalog import POOL, WAREHOUSE_IO, declared_by, preview
from assets.rankings.boards import boards
from assets.tables import RANKINGS
from assets.weeks import parse_week


@dg.asset(
    **declared_by(RANKINGS),
    # The duels belong to the week's result: no week is ranked whose duels can't be.
    deps=["pairwise_outcomes", "duel_results"],
    io_manager_key=WAREHOUSE_IO,
    pool=POOL,
)
def rankings(
    context: dg.AssetExecutionContext, contestants: pl.DataFrame, solve_attempts: pl.DataFrame
) -> pl.DataFrame:
    frame = boards(parse_week(context.partition_key), contestants, solve_attempts)
    columns = ["board", "rank", "contestant", "value", "ci_low", "ci_high", "n"]
    context.add_output_metadata({"preview": preview(frame.sort("board", "rank", "contestant"), columns, rows=60)})
    return frame
