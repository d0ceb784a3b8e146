"""Cells: one solver on one author's environments, and how much its chances differ between them.

A share of few attempts varies more than the chance behind it. So variances of chances are made of products of different
seeds and of different environments: those are unbiased, as squares of shares are not (U-statistics, Hoeffding 1948).
"""

import polars as pl

from assets.errors import OperatorError
from assets.pairwise_outcomes.matched_pairs import foreign, matched_pairs

_VARYING = ("unaided", "gain")


def environment_chances(scored: pl.DataFrame) -> pl.DataFrame:
    """One row an environment and solver, another than its author, that met it from at least two seeds.

    Args:
        scored: what `scored_attempts` returns. Only matched pairs count.

    Returns:
        author, solver, environment_id, seeds (their number); unaided, hinted and gain (hinted minus unaided success) as
        means over seeds; unaided_squared and gain_squared, unbiased for the squares of what the means estimate. Sorted.
    """
    by_seed = (
        foreign(matched_pairs(scored))
        .group_by("author", "solver", "environment_id", "seed")
        .agg(pl.col("unaided", "hinted").mean())
        .with_columns(gain=pl.col("hinted") - pl.col("unaided"))
        .sort("author", "solver", "environment_id", "seed")
    )
    return (
        by_seed.group_by("author", "solver", "environment_id", maintain_order=True)
        .agg(
            pl.len().cast(pl.Int64).alias("seeds"),
            pl.col("unaided", "hinted", "gain").mean(),
            *(_product_of_two(name).alias(f"{name}_squared") for name in _VARYING),
        )
        .filter(pl.col("seeds") >= 2)
    )


def cell_variances(environments: pl.DataFrame) -> pl.DataFrame:
    """One row an author and solver that share at least two environments.

    Args:
        environments: what `environment_chances` returns.

    Returns:
        author, solver, environments (their number), and unaided and gain: the variance between the environments of the
        chance of unaided success, and of the chance with the hint minus that. Unbiased: one may be negative. Sorted.

    Raises:
        OperatorError: there is no such row.
    """
    cells = (
        environments.group_by("author", "solver", maintain_order=True)
        .agg(
            pl.len().cast(pl.Int64).alias("environments"),
            *((pl.col(f"{name}_squared").mean() - _product_of_two(name)).alias(name) for name in _VARYING),
        )
        .filter(pl.col("environments") >= 2)
    )
    if cells.is_empty():
        raise OperatorError("nobody met two environments of a rival from two seeds each")
    return cells


def _product_of_two(name: str) -> pl.Expr:
    """Mean product of two different entries of the group; nan where there is but one."""
    column, n = pl.col(name), pl.len().cast(pl.Float64)
    return (column.sum() ** 2 - (column**2).sum()) / (n * (n - 1))
