"""Ranks: who stands where, and between which ranks the intervals leave each contestant."""

import polars as pl

_DIGITS = 12
"""Values that agree to this many digits after the point are ties: they differ by rounding only."""


def with_ranks(estimates: pl.DataFrame) -> pl.DataFrame:
    """Add rank, rank_low and rank_high.

    rank: 1 is the highest value; ties share the smaller rank; null without a value. rank_low: 1 + how many contestants
    lie above beyond doubt (their ci_low over this ci_high); rank_high: the number ranked − how many lie below beyond
    doubt. Both are null without an interval.

    Args:
        estimates: contestant, value, ci_low and ci_high, all but the first nullable.
    """
    rank = pl.col("value").round(_DIGITS).rank("min", descending=True)
    ranked = pl.col("value").count()
    lows, highs = (estimates.get_column(end).drop_nulls().sort() for end in ("ci_low", "ci_high"))
    above = lows.len() - lows.search_sorted(estimates.get_column("ci_high"), side="right")
    below = highs.search_sorted(estimates.get_column("ci_low"), side="left")
    return estimates.with_columns(
        rank=rank,
        rank_low=pl.when(pl.col("ci_high").is_not_null()).then(1 + above),
        rank_high=pl.when(pl.col("ci_low").is_not_null()).then(ranked - below),
    )
