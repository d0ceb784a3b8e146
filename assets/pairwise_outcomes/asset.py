"""Assets `pairwise_outcomes` and `duel_results`: what the attempts say of each two contestants."""

import dagster as dg
import polars as pl

from assets.catalog import POOL, WAREHOUSE_IO, declared_by, preview
from assets.pairwise_outcomes import cells, duels
from assets.season import Season
from assets.seeds import seed_of
from assets.tables import DUEL_RESULTS, PAIRWISE_OUTCOMES
from assets.weeks import parse_week


@dg.asset(**declared_by(PAIRWISE_OUTCOMES), io_manager_key=WAREHOUSE_IO, pool=POOL)
def pairwise_outcomes(
    context: dg.AssetExecutionContext, contestants: pl.DataFrame, solve_attempts: pl.DataFrame
) -> pl.DataFrame:
    frame = cells.pairwise_cells(parse_week(context.partition_key), contestants, solve_attempts)
    columns = ["author", "solver", "pairs", "solved", "taught", "stumped", "harmed", "hint_gain"]
    context.add_output_metadata({"preview": preview(frame, columns, rows=30)})
    return frame


@dg.asset(**declared_by(DUEL_RESULTS), io_manager_key=WAREHOUSE_IO, pool=POOL)
def duel_results(
    context: dg.AssetExecutionContext,
    contestants: pl.DataFrame,
    solve_attempts: pl.DataFrame,
    season: dg.ResourceParam[Season],
) -> pl.DataFrame:
    week = parse_week(context.partition_key)
    seed = seed_of(season.seed, "bootstrap", week, DUEL_RESULTS.name)
    frame = duels.duel_results(week, contestants, solve_attempts, seed)
    columns = ["contestant_a", "contestant_b", "score_a", "score_b", "margin", "ci_low", "ci_high", "p_holm", "result"]
    context.add_output_metadata({"preview": preview(frame, columns, rows=36)})
    return frame
