"""What trends must be: everyone once a board, and verdicts and adjusted p-values that follow from the numbers."""

import polars as pl

from assets.pairwise_outcomes.holm import holm
from assets.slope import FEWEST_WEEKS
from assets.tables import BOARDS, SEASON_TRENDS
from orchestration.checks.meaning.counting import exactly_once
from orchestration.checks.meaning.intervals import ROUNDING, interval_problems

KEY = SEASON_TRENDS.key
_JUDGED = ("std_error", "ci_low", "ci_high", "p_value", "p_holm", "change")


def everyone_on_every_board(rankings: pl.DataFrame, trends: pl.DataFrame) -> pl.DataFrame:
    """Every contestant that is ranked in the week stands once on every board."""
    contestants = rankings.select("contestant").unique()
    planned = pl.DataFrame({"board": BOARDS}).join(contestants, how="cross")
    return exactly_once(planned, trends, KEY)


def weeks_counted(rankings: pl.DataFrame, trends: pl.DataFrame) -> pl.DataFrame:
    """A value of this week counts as one, and there is a first week exactly where there is any.

    Other weeks are not seen, so that no slope can be made anew here.
    """
    values = rankings.filter(pl.col("scope") == "week").select("board", "contestant", "value")
    weeks = pl.col("weeks")
    return trends.join(values, on=KEY, how="left", maintain_order="left").select(
        *KEY,
        "weeks",
        "first_week",
        problem=pl.coalesce(
            pl.when(pl.col("value").is_not_null() & (weeks == 0)).then(pl.lit("this week's value does not count")),
            pl.when((weeks == 0) != pl.col("first_week").is_null()).then(
                pl.lit("first_week must stand exactly where there are weeks")
            ),
            pl.when(pl.col("first_week") > pl.col("week")).then(pl.lit("first_week is after this week")),
        ),
    )


def intervals_hold_value(trends: pl.DataFrame) -> pl.DataFrame:
    """Each interval has both ends and its slope between them, and all that judges the slope comes together."""
    interval = pl.col("ci_low").is_not_null()
    return trends.select(
        *KEY,
        "slope",
        *_JUDGED,
        problem=pl.coalesce(
            *interval_problems("slope", "ci_low", "ci_high"),
            *(
                pl.when(interval != pl.col(name).is_not_null()).then(pl.lit(f"{name} and interval must come together"))
                for name in _JUDGED
            ),
        ),
    )


def verdicts_follow(trends: pl.DataFrame) -> pl.DataFrame:
    """The change is what the interval says, and p_holm is Holm's adjustment of the board's p-values."""
    low, high = pl.col("ci_low"), pl.col("ci_high")
    said = (
        pl.when(low > 0)
        .then(pl.lit("rises"))
        .when(high < 0)
        .then(pl.lit("falls"))
        .when(low.is_not_null())
        .then(pl.lit("level"))
    )
    judged = trends.drop_nulls("p_value")
    expected = pl.concat(
        [
            judged.clear().select(*KEY, expected="p_value"),
            *(
                board.select(*KEY, expected=pl.Series(holm(board.get_column("p_value").to_list()), dtype=pl.Float64))
                for board in judged.partition_by("board")
            ),
        ]
    ).unique(KEY)
    adjusted = pl.col("expected")
    return trends.join(expected, on=KEY, how="left", maintain_order="left").select(
        *KEY,
        "ci_low",
        "ci_high",
        "change",
        "p_holm",
        problem=pl.coalesce(
            pl.when(said != pl.col("change")).then(pl.format("the interval says: {}", said)),
            pl.when((pl.col("p_holm") - adjusted).abs() > ROUNDING).then(pl.format("p_holm should be {}", adjusted)),
        ),
    )


def nulls_explained(trends: pl.DataFrame) -> pl.DataFrame:
    """There is a slope exactly where there are weeks enough, and what lacks a slope or its interval has a note."""
    slope, enough = pl.col("slope").is_not_null(), pl.col("weeks") >= FEWEST_WEEKS
    return trends.select(
        *KEY,
        "weeks",
        "slope",
        "note",
        problem=pl.coalesce(
            pl.when(slope & ~enough).then(pl.lit("a slope of too few weeks")),
            pl.when(~slope & enough).then(pl.lit("no slope")),
            pl.when(pl.col("ci_low").is_null() & pl.col("note").is_null()).then(pl.lit("neither interval nor note")),
        ),
    )
