"""Assets `rankings` and `board_correlations`: where each contestant stands on each board, and how boards agree."""

import dagster as dg
import polars as pl

from assets.catalog import POOL, WAREHOUSE_IO, declared_by, preview
from assets.failures import clear_failures
from assets.ports import History, PlayedWeek
from assets.rankings.boards import rankings_of
from assets.rankings.correlations import correlations
from assets.season import Season
from assets.seeds import seed_of
from assets.tables import BOARD_CORRELATIONS, RANKINGS
from assets.week_results import AFTER_THE_WEEKS_BEFORE, report
from assets.weeks import parse_week


@dg.asset(
    **declared_by(RANKINGS),
    # The cells belong to the week's result: no week is ranked whose cells can't be counted.
    deps=["pairwise_outcomes", AFTER_THE_WEEKS_BEFORE],
    io_manager_key=WAREHOUSE_IO,
    pool=POOL,
)
@clear_failures()
def rankings(
    context: dg.AssetExecutionContext,
    contestants: pl.DataFrame,
    solve_attempts: pl.DataFrame,
    duel_results: pl.DataFrame,
    season: dg.ResourceParam[Season],
    history: dg.ResourceParam[History],
) -> pl.DataFrame:
    weeks = _so_far(history, context.partition_key, contestants, solve_attempts, duel_results)
    frame = rankings_of(weeks, _seed(season, weeks))
    columns = [
        "scope",
        "board",
        "rank",
        "rank_low",
        "rank_high",
        "contestant",
        "value",
        "ci_low",
        "ci_high",
        "n",
        "note",
    ]
    shown = frame.sort("scope", "board", "rank", "contestant", descending=[True, False, False, False])
    context.add_output_metadata({"preview": preview(shown, columns, rows=200), "weeks": len(weeks)})
    report(context, history.version(weeks[-1].week))
    return frame


@dg.asset(
    **declared_by(BOARD_CORRELATIONS),
    # Correlated are the boards of a week whose rankings stand.
    deps=["rankings", AFTER_THE_WEEKS_BEFORE],
    io_manager_key=WAREHOUSE_IO,
    pool=POOL,
)
@clear_failures()
def board_correlations(
    context: dg.AssetExecutionContext,
    contestants: pl.DataFrame,
    solve_attempts: pl.DataFrame,
    duel_results: pl.DataFrame,
    season: dg.ResourceParam[Season],
    history: dg.ResourceParam[History],
) -> pl.DataFrame:
    weeks = _so_far(history, context.partition_key, contestants, solve_attempts, duel_results)
    frame = correlations(weeks, _seed(season, weeks))
    columns = ["scope", "board", "other_board", "other_week", "statistic", "value", "ci_low", "ci_high", "p_value", "n"]
    context.add_output_metadata({"preview": preview(frame, columns, rows=60)})
    return frame


def _so_far(history: History, partition_key: str, *tables: pl.DataFrame) -> list[PlayedWeek]:
    """The season up to and with a week.

    Args:
        tables: the week's contestants, solve_attempts and duel_results.
    """
    week = parse_week(partition_key)
    return [*history.before(week), PlayedWeek(week, *tables)]


def _seed(season: Season, weeks: list[PlayedWeek]) -> int:
    """Of the resamples that both assets rest on."""
    return seed_of(season.seed, "bootstrap", weeks[-1].week, RANKINGS.name)
