"""Terms: what a contestant earned on each environment, and how much each counts in the mean that is its score.

A score that is a mean over environments is first made as its terms: one row a (contestant, environment), with x, the
environment's own mean. The score is the mean over strata (domains, or one for all) of the means over each stratum's
environments, which weigh by size. The definitions are those of the published Environment Duels evaluation; tests hold
them to its numbers.
"""

import polars as pl

TERMS = {
    "contestant": pl.String,
    "stratum": pl.String,
    "environment_id": pl.String,
    "size": pl.Float64,
    "x": pl.Float64,
}
"""Columns of a frame of terms."""


def domain_balanced(contestant: str, environments: pl.DataFrame) -> pl.DataFrame:
    """Terms under which a contestant's domains count the same, and the environments within a domain too.

    Args:
        contestant: the column that holds whose score it is.
        environments: that column, domain, environment_id and x; one row a (contestant, environment).

    Returns:
        TERMS, in order.
    """
    return _terms(environments, contestant, pl.col("domain"), pl.lit(1.0))


def unbalanced(contestant: str, environments: pl.DataFrame, size: str) -> pl.DataFrame:
    """Terms under which an environment counts as much as the column `size` says, whatever its domain."""
    return _terms(environments, contestant, pl.lit("all"), pl.col(size))


def weighted(terms: pl.DataFrame) -> pl.DataFrame:
    """Terms with the column weight: a contestant's score is Σ weight · x, and its weights add up to 1."""
    strata = pl.col("stratum").n_unique().over("contestant")
    return terms.with_columns(weight=pl.col("size") / (strata * pl.col("size").sum().over("contestant", "stratum")))


def _terms(environments: pl.DataFrame, contestant: str, stratum: pl.Expr, size: pl.Expr) -> pl.DataFrame:
    return (
        environments.select(
            pl.col(contestant).alias("contestant"), stratum.alias("stratum"), "environment_id", size.alias("size"), "x"
        )
        .cast(TERMS)  # type: ignore[arg-type]
        .sort("contestant", "environment_id")
    )
