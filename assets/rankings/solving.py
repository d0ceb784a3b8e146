"""Solving scores: how often a contestant wins without the hint, every domain counting the same."""

import polars as pl

from assets.pairwise_outcomes.matched_pairs import foreign
from assets.rankings.terms import domain_balanced


def canonical_solve(scored: pl.DataFrame) -> pl.DataFrame:
    """Canonical solve: the solver's unaided success on the environments of others.

    Args:
        scored: what `scored_attempts` returns.

    Returns:
        Terms; x is the mean over seeds of the mean over trials. A seed without a terminal trial is left out of the
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
        Terms. One silent solver empties the panel.
    """
    unaided = _unaided_success(scored)
    met_by_all = unaided.group_by("environment_id").agg((pl.col("solver").n_unique() == len(solvers)).alias("common"))
    common = met_by_all.filter(pl.col("common"))
    return domain_balanced("solver", unaided.join(common, on="environment_id", how="semi", maintain_order="left"))


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
