"""Cells: what each solver made of each other author's environments."""

from datetime import date

import polars as pl

from assets.contestants.entries import with_role
from assets.pairwise_outcomes.matched_pairs import foreign, hint_effects, matched_pairs
from assets.scored import scored_attempts
from assets.tables import PAIRWISE_OUTCOMES

COUNTS = ("environments", "pairs", "solved", "taught", "stumped", "harmed")


def pairwise_cells(week: date, contestants: pl.DataFrame, solve_attempts: pl.DataFrame) -> pl.DataFrame:
    """The cell of every ordered pair of an author and another contestant that solves (protocol section 5).

    Returns:
        Rows of `pairwise_outcomes`. A pair that never met has counts of 0 and null shares.
    """
    pairs = foreign(matched_pairs(scored_attempts(solve_attempts)))
    authors = pl.DataFrame({"author": with_role(contestants, "author")}, schema={"author": pl.String})
    solvers = pl.DataFrame({"solver": with_role(contestants, "solver")}, schema={"solver": pl.String})
    return (
        foreign(authors.join(solvers, how="cross"))
        .join(hint_effects(["author", "solver"], pairs), on=["author", "solver"], how="left")
        .with_columns(pl.lit(week).alias("week"), pl.col(COUNTS).fill_null(0))
        .select(PAIRWISE_OUTCOMES.column_names)
        .cast(PAIRWISE_OUTCOMES.polars_schema)  # type: ignore[arg-type]
        .sort(PAIRWISE_OUTCOMES.key)
    )
