"""Boards: each contestant's standing by each score of the week."""

from datetime import date

import polars as pl

from assets.contestants.entries import with_role
from assets.pairwise_outcomes.matched_pairs import matched_pairs
from assets.rankings.designing import design
from assets.rankings.estimates import estimates
from assets.rankings.hints import hint_authoring, hint_gain
from assets.rankings.ranks import with_ranks
from assets.rankings.solving import canonical_solve, common_panel_solve
from assets.scored import scored_attempts
from assets.tables import BOARDS, RANKINGS

LOWEST = {"canonical_solve": 0.0, "common_panel_solve": 0.0, "design": 0.0, "hint_authoring": -1.0, "hint_gain": -1.0}
"""A board's lowest possible score; the highest is 1."""


def boards(week: date, contestants: pl.DataFrame, solve_attempts: pl.DataFrame) -> pl.DataFrame:
    """The week's boards (protocol section 5).

    Args:
        contestants: the week's rows of `contestants`.
        solve_attempts: the week's rows of `solve_attempts`.

    Returns:
        Rows of `rankings`, scope `week`: each contestant once a board, with a null value and n = 0 where it lacks the
        role or there is nothing to average.
    """
    scored = scored_attempts(solve_attempts)
    pairs = matched_pairs(scored)
    solvers = with_role(contestants, "solver")
    terms = {
        "canonical_solve": canonical_solve(scored),
        "common_panel_solve": common_panel_solve(scored, solvers),
        "design": design(scored, solvers),
        "hint_authoring": hint_authoring(pairs),
        "hint_gain": hint_gain(pairs),
    }
    everyone = contestants.select("contestant").sort("contestant")
    standings = [
        with_ranks(
            everyone.join(estimates(terms[board], LOWEST[board], 1.0), on="contestant", how="left")
        ).with_columns(pl.lit(board).alias("board"), pl.col("n").fill_null(0))
        for board in BOARDS
    ]
    return (
        pl.concat(standings)
        .with_columns(pl.lit(week).alias("week"), pl.lit("week").alias("scope"))
        .select(RANKINGS.column_names)
        .cast(RANKINGS.polars_schema)  # type: ignore[arg-type]
        .sort(RANKINGS.key)
    )
