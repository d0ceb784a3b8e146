"""What scale the rankings must be on: shares within their bounds, ratings with the mean that makes them comparable."""

import polars as pl

from assets.ratings.elo import MEAN
from assets.tables import RATING_BOARDS, SHARE_BOARDS
from orchestration.checks.meaning.intervals import ROUNDING
from orchestration.checks.meaning.standings import BOARD, KEY

POINTS = 1e-6
"""Elo points that rounding may cost."""

CENTRED = tuple(board for board in RATING_BOARDS if board != "composite")


def scale_holds(rankings: pl.DataFrame) -> pl.DataFrame:
    """Shares and their intervals keep to the board's bounds, and ratings have mean 1,000 in each scope.

    The composite is the mean of the ratings as a solver and by author_difficulty, where a contestant has both.
    """
    board, value = pl.col("board"), pl.col("value")
    lowest = board.replace_strict(SHARE_BOARDS, default=None, return_dtype=pl.Float64)
    below = pl.min_horizontal("value", "ci_low") < lowest - ROUNDING
    above = lowest.is_not_null() & (pl.max_horizontal("value", "ci_high") > 1 + ROUNDING)
    mean = value.mean().over(BOARD)
    composite = (_rating("solver") + _rating("author_difficulty")) / 2
    composed = composite.is_null() == value.is_null()
    return rankings.select(
        *KEY,
        "value",
        "ci_low",
        "ci_high",
        problem=pl.coalesce(
            pl.when(below | above).then(pl.format("not within {} and 1", lowest)),
            pl.when(board.is_in(CENTRED) & value.is_not_null() & ((mean - MEAN).abs() > POINTS)).then(
                pl.format("the board's mean is {}", mean)
            ),
            pl.when((board == "composite") & (~composed | ((value - composite).abs() > POINTS))).then(
                pl.format("should be {}", composite.cast(pl.String).fill_null("null"))
            ),
        ),
    )


def _rating(board: str) -> pl.Expr:
    """The contestant's value on another board of the scope."""
    return pl.when(pl.col("board") == board).then("value").max().over("scope", "contestant")
