"""Intervals: each has both ends, and holds the number that it belongs to."""

import polars as pl

ROUNDING = 1e-9


def interval_problems(value: str, low: str, high: str, rounding: float = ROUNDING) -> list[pl.Expr]:
    """What may be wrong with a column's interval, each null where it is not."""
    middle, below, above = pl.col(value), pl.col(low), pl.col(high)
    return [
        pl.when(below.is_null() != above.is_null()).then(pl.lit(f"half an interval of {value}")),
        pl.when(below.is_not_null() & middle.is_null()).then(pl.lit(f"an interval without {value}")),
        pl.when((middle < below - rounding) | (middle > above + rounding)).then(
            pl.lit(f"{value} outside its interval")
        ),
    ]
