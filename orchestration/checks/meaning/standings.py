"""What the rankings must be: everyone once a board, values inside their intervals, ranks in the order of values."""

import polars as pl

from assets.tables import BOARDS
from orchestration.checks.meaning.counting import exactly_once

ROUNDING = 1e-9
TIE_DIGITS = 12
"""Digits after the point to which tied values agree."""

KEY = ("scope", "board", "contestant")


def everyone_ranked(contestants: pl.DataFrame, rankings: pl.DataFrame) -> pl.DataFrame:
    """Every contestant stands once on every board of each scope, with or without a value."""
    scopes = pl.DataFrame({"scope": ["week", *rankings.get_column("scope")]}).unique()
    boards = pl.DataFrame({"board": BOARDS})
    planned = scopes.join(boards, how="cross").join(contestants.select("contestant").unique(), how="cross")
    return exactly_once(planned, rankings, KEY)


def intervals_hold_value(rankings: pl.DataFrame) -> pl.DataFrame:
    """Each interval has both ends and its value between them; so has each interval of ranks."""
    return rankings.select(
        *KEY,
        "value",
        "ci_low",
        "ci_high",
        "rank",
        "rank_low",
        "rank_high",
        problem=pl.coalesce(
            *_interval("value", "ci_low", "ci_high", ROUNDING), *_interval("rank", "rank_low", "rank_high", 0)
        ),
    )


def _interval(value: str, low: str, high: str, rounding: float) -> list[pl.Expr]:
    middle, below, above = pl.col(value), pl.col(low), pl.col(high)
    return [
        pl.when(below.is_null() != above.is_null()).then(pl.lit(f"half an interval of {value}")),
        pl.when(below.is_not_null() & middle.is_null()).then(pl.lit(f"an interval without {value}")),
        pl.when((middle < below - rounding) | (middle > above + rounding)).then(
            pl.lit(f"{value} outside its interval")
        ),
    ]


def ranks_follow(rankings: pl.DataFrame) -> pl.DataFrame:
    """The highest value of a board has rank 1, ties share the smaller rank, and without a value there is no rank."""
    expected = pl.col("value").round(TIE_DIGITS).rank("min", descending=True).over("scope", "board")
    return rankings.select(
        *KEY,
        "value",
        "rank",
        problem=pl.coalesce(
            pl.when(expected.is_null() & pl.col("rank").is_not_null()).then(pl.lit("a rank without a value")),
            pl.when(expected.ne_missing(pl.col("rank"))).then(pl.format("should have rank {}", expected)),
        ),
    )
