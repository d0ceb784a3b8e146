"""Hint scores: what hints do for those who read them, and for whose hints they do it."""

import polars as pl

from assets.pairwise_outcomes.matched_pairs import foreign
from assets.rankings.terms import domain_balanced, unbalanced

_DIFFERENCE = pl.col("hinted") - pl.col("unaided")


def hint_authoring(pairs: pl.DataFrame) -> pl.DataFrame:
    """Hint authoring: the domain-balanced mean over the author's environments of the panel's mean matched difference.

    An environment's mean goes over all matched pairs of the panel at once (published evaluation), so a solver with
    more pairs weighs more there.

    Args:
        pairs: what `matched_pairs` returns.

    Returns:
        Terms, the contestant being the author.
    """
    differences = (
        foreign(pairs)
        .group_by("author", "domain", "environment_id", maintain_order=True)
        .agg(_DIFFERENCE.mean().alias("x"))
    )
    return domain_balanced("author", differences)


def hint_gain(pairs: pl.DataFrame) -> pl.DataFrame:
    """Hint gain of a solver: its mean matched difference over all its pairs on the environments of others.

    The published evaluation leaves self-play out and doesn't balance domains: every pair weighs the same, so an
    environment weighs as many pairs as it has.

    Args:
        pairs: what `matched_pairs` returns.

    Returns:
        Terms, the contestant being the solver.
    """
    gains = (
        foreign(pairs)
        .group_by("solver", "environment_id", maintain_order=True)
        .agg(_DIFFERENCE.mean().alias("x"), pl.len().alias("pairs"))
    )
    return unbalanced("solver", gains, "pairs")
