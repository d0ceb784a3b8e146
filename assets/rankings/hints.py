"""Hint scores: what hints do for those who read them, and for whose hints they do it."""

import polars as pl

from assets.pairwise_outcomes.matched_pairs import foreign
from assets.rankings.terms import domain_balanced, unbalanced

_DIFFERENCE = pl.col("hinted") - pl.col("unaided")


def hint_authoring(pairs: pl.DataFrame) -> pl.DataFrame:
    """Hint authoring: the domain-balanced mean over the author's environments of the panel's mean matched difference.

    Args:
        pairs: what `matched_pairs` returns.

    Returns:
        Terms, the contestant being the author.
    """
    return domain_balanced("author", environment_gains(pairs))


def environment_gains(pairs: pl.DataFrame) -> pl.DataFrame:
    """The hint gain of each environment: the panel's mean matched difference.

    The mean goes over all matched pairs of the panel at once (published evaluation), so a solver with more pairs weighs
    more.

    Args:
        pairs: what `matched_pairs` returns.

    Returns:
        author, domain, environment_id and x, the gain in [−1, 1]; only environments with a pair.
    """
    return (
        foreign(pairs)
        .group_by("author", "domain", "environment_id", maintain_order=True)
        .agg(_DIFFERENCE.mean().alias("x"))
    )


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
