"""What cells and duels must be: one for each two contestants, with counts and results that follow from the pairs."""

from itertools import combinations

import polars as pl

from assets.confidence import LEVEL
from assets.contestants.entries import with_role
from assets.pairwise_outcomes.matched_pairs import foreign, matched_pairs
from assets.scored import scored_attempts
from orchestration.checks.meaning.counting import exactly_once
from orchestration.checks.meaning.intervals import ROUNDING, interval_problems

CELL = ("author", "solver")
DUEL = ("contestant_a", "contestant_b")


def every_cell_once(contestants: pl.DataFrame, cells: pl.DataFrame) -> pl.DataFrame:
    """Every author has one cell with each other solver."""
    authors = pl.DataFrame({"author": with_role(contestants, "author")}, schema={"author": pl.String})
    solvers = pl.DataFrame({"solver": with_role(contestants, "solver")}, schema={"solver": pl.String})
    return exactly_once(foreign(authors.join(solvers, how="cross")), cells, CELL)


def counts_add_up(attempts: pl.DataFrame, cells: pl.DataFrame) -> pl.DataFrame:
    """Solved, taught and stumped make up the pairs, harmed is a part of solved, and the attempts hold as many pairs."""
    matched = foreign(matched_pairs(scored_attempts(attempts))).group_by(CELL).agg(pl.len().alias("matched"))
    outcomes = pl.col("solved") + pl.col("taught") + pl.col("stumped")
    return (
        cells.join(matched, on=CELL, how="left", maintain_order="left")
        .with_columns(pl.col("matched").fill_null(0))
        .select(
            *CELL,
            "pairs",
            "solved",
            "taught",
            "stumped",
            "harmed",
            "matched",
            problem=pl.coalesce(
                pl.when(outcomes != pl.col("pairs")).then(pl.lit("outcomes don't add up to the pairs")),
                pl.when(pl.col("harmed") > pl.col("solved")).then(pl.lit("more harmed than solved")),
                pl.when(pl.col("pairs") != pl.col("matched")).then(pl.lit("the attempts have another number of pairs")),
            ),
        )
    )


def every_duel_once(contestants: pl.DataFrame, duels: pl.DataFrame) -> pl.DataFrame:
    """Each two contestants have one duel, the one whose name sorts first as a."""
    names = contestants.get_column("contestant").unique().sort()
    pairs = pl.DataFrame(list(combinations(names, 2)), schema=dict.fromkeys(DUEL, pl.String), orient="row")
    return exactly_once(pairs, duels, DUEL)


def margins_held(duels: pl.DataFrame) -> pl.DataFrame:
    """The margin is the difference of the scores, and its interval holds it."""
    return duels.select(
        *DUEL,
        "margin",
        "ci_low",
        "ci_high",
        problem=pl.coalesce(
            pl.when((pl.col("margin") - (pl.col("score_a") - pl.col("score_b"))).abs() > ROUNDING).then(
                pl.lit("margin is not the scores' difference")
            ),
            *interval_problems("margin", "ci_low", "ci_high"),
        ),
    )


def results_follow(duels: pl.DataFrame) -> pl.DataFrame:
    """A duel is won when the interval leaves out 0.

    Without an interval a side of one environment makes a draw, and elsewhere the permutation test decides (protocol
    section 5); without an environment on either side there is no contest.
    """
    fewest = pl.min_horizontal("environments_a", "environments_b")
    favourite = pl.when(pl.col("margin") > 0).then(pl.lit("a")).otherwise(pl.lit("b"))
    expected = (
        pl.when(fewest == 0)
        .then(pl.lit("no_contest"))
        .when(pl.col("ci_low") > 0)
        .then(pl.lit("a"))
        .when(pl.col("ci_high") < 0)
        .then(pl.lit("b"))
        .when(pl.col("ci_low").is_null() & (fewest > 1) & (pl.col("p_value") <= 1 - LEVEL))
        .then(favourite)
        .otherwise(pl.lit("draw"))
    )
    return duels.select(
        *DUEL,
        "margin",
        "ci_low",
        "ci_high",
        "p_value",
        "result",
        problem=pl.when(pl.col("result") != expected).then(pl.format("should be {}", expected)),
    )
