"""What the rankings must be: everyone once a board, numbers that hold together, ranks in the order of values."""

import polars as pl

from assets.confidence import TAIL
from assets.rankings.ranks import DIGITS
from assets.tables import BOARDS, SCOPES
from orchestration.checks.meaning.counting import exactly_once
from orchestration.checks.meaning.intervals import ROUNDING, interval_problems

KEY = ("scope", "board", "contestant")
BOARD = ("scope", "board")
HINT_BOARDS = ("hint_authoring", "hint_gain")
"""The boards that ask whether the value is 0."""


def everyone_ranked(contestants: pl.DataFrame, rankings: pl.DataFrame) -> pl.DataFrame:
    """Every contestant stands once on every board of each scope, with or without a value."""
    boards = pl.DataFrame({"scope": SCOPES}).join(pl.DataFrame({"board": BOARDS}), how="cross")
    planned = boards.join(contestants.select("contestant").unique(), how="cross")
    return exactly_once(planned, rankings, KEY)


def intervals_hold_value(rankings: pl.DataFrame) -> pl.DataFrame:
    """Each interval has both ends and its value between them; so has each interval of ranks.

    A standard error comes with an interval of the value, a share of first places with an interval of ranks, and the
    latter stands only beside the former.
    """
    interval, of_ranks = (pl.col(name).is_not_null() for name in ("ci_low", "rank_low"))
    return rankings.select(
        *KEY,
        "value",
        "std_error",
        "ci_low",
        "ci_high",
        "rank",
        "rank_low",
        "rank_high",
        "p_first",
        problem=pl.coalesce(
            *interval_problems("value", "ci_low", "ci_high"),
            *interval_problems("rank", "rank_low", "rank_high", rounding=0),
            pl.when(of_ranks & ~interval).then(pl.lit("an interval of rank without one of value")),
            pl.when(interval != pl.col("std_error").is_not_null()).then(
                pl.lit("std_error and interval of value must come together")
            ),
            pl.when(of_ranks != pl.col("p_first").is_not_null()).then(
                pl.lit("p_first and interval of rank must come together")
            ),
        ),
    )


def ranks_follow(rankings: pl.DataFrame) -> pl.DataFrame:
    """The highest value of a board has rank 1, ties share the smaller rank, and without a value there is no rank.

    No rank is below the number of those ranked. Each resample has one first place: a board's shares of them add up to
    1, or to less where a ranked contestant has none. Whoever is first in more resamples than the interval of ranks
    leaves out has 1 in that interval.
    """
    rank, first = pl.col("rank"), pl.col("p_first")
    # Rounded as the ranks are: a half goes to the even digit.
    value = pl.col("value").round(DIGITS, mode="half_to_even")
    expected = value.rank("min", descending=True).over(BOARD)
    ranked = rank.count().over(BOARD)
    firsts = first.sum().over(BOARD)
    complete = (rank.is_null() | first.is_not_null()).all().over(BOARD)
    return rankings.select(
        *KEY,
        "value",
        "rank",
        "rank_low",
        "rank_high",
        "p_first",
        problem=pl.coalesce(
            pl.when(expected.is_null() & rank.is_not_null()).then(pl.lit("a rank without a value")),
            pl.when(expected.ne_missing(rank)).then(pl.format("should have rank {}", expected)),
            pl.when(pl.col("rank_high") > ranked).then(pl.format("rank_high is above {}, all that are ranked", ranked)),
            pl.when((pl.col("rank_low") > 1) & (first > TAIL + ROUNDING)).then(
                pl.lit("rank_low must be 1 for one that is first so often")
            ),
            pl.when(first.is_not_null() & ((firsts > 1 + ROUNDING) | (complete & (firsts < 1 - ROUNDING)))).then(
                pl.format("first places of the board add up to {}", firsts)
            ),
        ),
    )


def nulls_explained(rankings: pl.DataFrame) -> pl.DataFrame:
    """A row without a value rests on nothing; one without a value or one of its intervals has a note that says why.

    A p-value stands beside each value on the hint boards, and nowhere else.
    """
    known, note = pl.col("value").is_not_null(), pl.col("note")
    asked = known & pl.col("board").is_in(HINT_BOARDS)
    return rankings.select(
        *KEY,
        "value",
        "ci_low",
        "rank_low",
        "p_value",
        "n",
        "note",
        problem=pl.coalesce(
            pl.when(~known & (pl.col("n") != 0)).then(pl.lit("no value, yet n is not 0")),
            pl.when(known & (pl.col("n") == 0)).then(pl.lit("a value that rests on nothing")),
            pl.when(~known & note.is_null()).then(pl.lit("neither value nor note")),
            *(
                pl.when(pl.col(low).is_null() & note.is_null()).then(pl.lit(f"neither interval of {what} nor note"))
                for what, low in (("value", "ci_low"), ("rank", "rank_low"))
            ),
            pl.when(asked & pl.col("p_value").is_null()).then(pl.lit("no p_value")),
            pl.when(~asked & pl.col("p_value").is_not_null()).then(pl.lit("a p_value where nothing is tested")),
        ),
    )
