"""Solving scores: how often a contestant wins without the hint, every domain counting the same.

Every score of this package is a weighted mean over environments, and is returned as its terms: one row a (contestant,
environment) with the environment's weight and x, its own mean; weights of a contestant add up to 1. The definitions
are those of the published Environment Duels evaluation; tests hold them to its numbers.
"""

import polars as pl

from assets.pairwise_outcomes.matched_pairs import foreign

TERMS = ("contestant", "environment_id", "weight", "x")


def canonical_solve(scored: pl.DataFrame) -> pl.DataFrame:
    """Canonical solve: the solver's unaided success on the environments of others.

    Args:
        scored: what `scored_attempts` returns.

    Returns:
        TERMS; x is the mean over seeds of the mean over trials. A seed without a terminal trial is left out of the
        mean, an environment without one is no term.
    """
    return domain_balanced("solver", _unaided_success(foreign(scored)))


def common_panel_solve(scored: pl.DataFrame, solvers: list[str]) -> pl.DataFrame:
    """Common-panel solve: the same over the environments that every solver has met, self-play kept.

    An environment belongs to the common panel when each of `solvers` has a terminal unaided attempt on it, on
    whichever seed; seeds that one of them lacks still count for the others.

    Args:
        scored: what `scored_attempts` returns.
        solvers: the week's contestants with the role of solver.

    Returns:
        TERMS. One silent solver empties the panel.
    """
    unaided = _unaided_success(scored)
    met_by_all = unaided.group_by("environment_id").agg((pl.col("solver").n_unique() == len(solvers)).alias("common"))
    common = met_by_all.filter(pl.col("common"))
    return domain_balanced("solver", unaided.join(common, on="environment_id", how="semi", maintain_order="left"))


def domain_balanced(contestant: str, environments: pl.DataFrame) -> pl.DataFrame:
    """Weights under which a contestant's domains count the same, and the environments within a domain too.

    Args:
        contestant: the column that holds whose score it is.
        environments: that column, domain, environment_id and x; one row a (contestant, environment).

    Returns:
        TERMS, in order.
    """
    domains = pl.col("domain").n_unique().over(contestant)
    of_domain = pl.len().over(contestant, "domain")
    return (
        environments.with_columns(pl.col(contestant).alias("contestant"), weight=1 / (domains * of_domain))
        .select(TERMS)
        .sort("contestant", "environment_id")
    )


def _unaided_success(scored: pl.DataFrame) -> pl.DataFrame:
    """Mean success without the hint of each (solver, environment): over trials, then over seeds."""
    environment = ["solver", "author", "domain", "environment_id"]
    return (
        scored.filter(pl.col("condition") == "without_hint")
        .group_by(*environment, "seed", maintain_order=True)
        .agg(pl.col("success").mean().alias("x"))
        .group_by(environment, maintain_order=True)
        .agg(pl.col("x").mean())
    )
