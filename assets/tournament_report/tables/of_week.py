"""The tables of a week's report, by name."""

from collections.abc import Callable, Mapping

import polars as pl
from markupsafe import Markup

from assets.tournament_report.results import Results
from assets.tournament_report.tables.correlations import correlations, stability
from assets.tournament_report.tables.costs import costs
from assets.tournament_report.tables.duels import duels
from assets.tournament_report.tables.environments import environments
from assets.tournament_report.tables.failures import failures
from assets.tournament_report.tables.leaderboard import RATINGS, SHARES, leaderboard
from assets.tournament_report.tables.trends import dossier_effects, trends


def tables(results: Results, transcripts: Mapping[str, str]) -> dict[str, Markup]:
    """All tables but those that would have no row.

    Args:
        transcripts: by environment_id, the id on the page of the transcripts that are shown.
    """
    this_week, of_week = pl.col("week") == results.week, pl.col("scope") == "week"
    ranked = results.standings.filter(this_week, pl.any_horizontal(pl.col(*RATINGS, *SHARES).is_not_null()))
    agreement = results.board_correlations.filter(this_week)
    same_board = pl.col("board") == pl.col("other_board")
    slopes = results.season_trends.filter(this_week, pl.col("board").is_in([*RATINGS, *SHARES]))
    reasons = results.failure_reasons.filter(this_week)
    drawings: dict[str, tuple[pl.DataFrame, Callable[[pl.DataFrame], Markup]]] = {
        "leaderboard_week": (ranked.filter(of_week), lambda rows: leaderboard("leaderboard-week", rows)),
        "leaderboard_season": (ranked.filter(~of_week), lambda rows: leaderboard("leaderboard-season", rows)),
        "duels": (results.duel_log.filter(this_week), duels),
        "correlations": (agreement.filter(~same_board), correlations),
        "stability": (agreement.filter(same_board, of_week), stability),
        "trends": (slopes.filter(pl.col("slope").count().over("contestant") > 0), trends),
        "dossier_effects": (results.dossier_effects.filter(this_week, pl.col("authors") > 0), dossier_effects),
        "environments": (
            results.environment_difficulty.filter(this_week),
            lambda rows: environments(rows, transcripts),
        ),
        "costs": (results.contestant_costs.filter(this_week, of_week), costs),
        "author_failures": (reasons.filter(pl.col("role") == "author"), lambda rows: failures(rows, "author")),
        "solver_failures": (reasons.filter(pl.col("role") == "solver"), lambda rows: failures(rows, "solver")),
    }
    return {name: draw(rows) for name, (rows, draw) in drawings.items() if not rows.is_empty()}
