"""The design score: how well an author's environments tell solvers apart."""

import polars as pl

from assets.pairwise_outcomes.matched_pairs import foreign
from assets.rankings.terms import domain_balanced


def design(scored: pl.DataFrame, solvers: list[str]) -> pl.DataFrame:
    """Design: the domain-balanced mean of the author's environments' discrimination (published evaluation).

    Args:
        scored: what `scored_attempts` returns.
        solvers: the week's contestants with the role of solver.

    Returns:
        Terms, the contestant being the author and x the discrimination.
    """
    return domain_balanced("author", discriminations(scored, solvers))


def discriminations(scored: pl.DataFrame, solvers: list[str]) -> pl.DataFrame:
    """How well each environment tells solvers apart (published evaluation).

    On one seed of an environment with a panel of n ≥ 2 (all solvers but its author), discrimination is
    Σ |x_i − x_j| over the panel's pairs, divided by floor(n²/4), its largest value: 1 when half the panel wins, 0
    when all fare the same. x_i is a member's mean unaided success over trials. A seed on which a member has no
    terminal attempt has no discrimination; an environment's is the mean over the seeds that have one.

    Args:
        scored: what `scored_attempts` returns.
        solvers: the week's contestants with the role of solver.

    Returns:
        author, domain, environment_id and x, the discrimination in [0, 1]; only environments that have one.
    """
    environment = ["author", "domain", "environment_id"]
    panel_size = len(solvers) - pl.col("author").is_in(solvers).cast(pl.Int64)
    # Sorted, the sum of absolute differences is Σ (2i − n + 1) x_(i), i = 0 … n − 1: one pass instead of all pairs.
    position = pl.int_range(pl.len(), dtype=pl.Int64).over(*environment, "seed")
    n = pl.len().cast(pl.Int64)
    return (
        foreign(scored)
        .filter(pl.col("condition") == "without_hint")
        .group_by(*environment, "seed", "solver", maintain_order=True)
        .agg(pl.col("success").mean().alias("x"))
        .sort(*environment, "seed", "x")
        .with_columns(position=position)
        .group_by(*environment, "seed", maintain_order=True)
        .agg(
            n.alias("n"),
            (((2 * pl.col("position") - n + 1) * pl.col("x")).sum() / (n**2 // 4)).alias("x"),
        )
        .filter(pl.col("n") >= 2, pl.col("n") == panel_size)
        .group_by(environment, maintain_order=True)
        .agg(pl.col("x").mean())
    )
