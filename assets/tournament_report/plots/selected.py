"""Rows of the marts that a plot draws."""

import polars as pl

from assets.tournament_report.results import Results


def of_week(frame: pl.DataFrame, results: Results, scope: str | None = None) -> pl.DataFrame:
    """The report's week, in one scope of a mart that has scopes."""
    rows = frame.filter(pl.col("week") == results.week)
    return rows if scope is None else rows.filter(pl.col("scope") == scope)
