"""What scale the rankings must be on: shares within their bounds, ratings with the mean that makes them comparable."""

import polars as pl

from assets.ratings.elo import MEAN
from assets.tables import RATING_BOARDS, SHARE_BOARDS
from orchestration.checks.meaning.intervals import ROUNDING
from orchestration.checks.meaning.standings import BOARD, KEY

POINTS = 1e-6
"""Elo points that rounding may cost."""


def scale_holds(rankings: pl.DataFrame) -> pl.DataFrame:
    """Shares and their intervals keep to the board's bounds, and ratings have mean 1,000 in each scope.

    The composite is the mean of the ratings as a solver and by author_difficulty, moved by a constant; those who have
    both have it, if they are two or more.
    """
    board, value = pl.col("board"), pl.col("value")
    lowest = board.replace_strict(SHARE_BOARDS, default=None, return_dtype=pl.Float64)
    below = pl.min_horizontal("value", "ci_low") < lowest - ROUNDING
    above = lowest.is_not_null() & (pl.max_horizontal("value", "ci_high") > 1 + ROUNDING)
    mean = value.mean().over(BOARD)
    # The ratings that a composite is made of, beside it.
    composite = pl.col("composite")
    composed = value.is_not_null() == (composite.is_not_null() & (composite.count().over(BOARD) > 1))
    moved = value - composite
    apart = moved.max().over(BOARD) - moved.min().over(BOARD)
    ratings = (_rating("solver") + _rating("author_difficulty")) / 2
    return rankings.with_columns(composite=pl.when(board == "composite").then(ratings)).select(
        *KEY,
        "value",
        "ci_low",
        "ci_high",
        problem=pl.coalesce(
            pl.when(below | above).then(pl.format("not within {} and 1", lowest)),
            pl.when(board.is_in(RATING_BOARDS) & value.is_not_null() & ((mean - MEAN).abs() > POINTS)).then(
                pl.format("the board's mean is {}", mean)
            ),
            pl.when((board == "composite") & (~composed | (apart > POINTS))).then(
                pl.lit("not the mean of its ratings, moved by a constant")
            ),
        ),
    )


def _rating(board: str) -> pl.Expr:
    """The contestant's value on another board of the scope."""
    return pl.when(pl.col("board") == board).then("value").max().over("scope", "contestant")
