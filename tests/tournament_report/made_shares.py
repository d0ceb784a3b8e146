"""Shares with Wilson's interval, for frames made up."""

import polars as pl

Z = 1.959963984540054


def add_share(frame: pl.DataFrame, count: str, of: str, name: str | None = None) -> pl.DataFrame:
    """Add `<count>_share`, and its 95 % interval by Wilson; null where it is a share of nothing."""
    share = name or f"{count}_share"
    n, p = pl.col(of), pl.col(count) / pl.col(of)
    middle = (p + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z / (1 + Z**2 / n) * (p * (1 - p) / n + Z**2 / (4 * n * n)).sqrt()
    found = {share: p, f"{share}_low": (middle - half).clip(0, 1), f"{share}_high": (middle + half).clip(0, 1)}
    return frame.with_columns(pl.when(n > 0).then(value).alias(column) for column, value in found.items())


def whole(column: str) -> pl.Expr:
    """A sum, null where a term is."""
    return pl.when(pl.col(column).null_count() == 0).then(pl.col(column).sum())
