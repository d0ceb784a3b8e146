"""Counting: each thing that is planned must stand in a table exactly once, and nothing else may."""

from collections.abc import Sequence

import polars as pl


def exactly_once(planned: pl.DataFrame, found: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    """Every key that is planned or found, judged. `planned` holds each key once."""
    counted = found.group_by(key).agg(pl.len().alias("times"))
    planned = planned.select(*key, planned=pl.lit(value=True))
    times = pl.col("times")
    return (
        planned.join(counted, on=key, how="full", coalesce=True, nulls_equal=True)
        .select(
            *key,
            problem=pl.coalesce(
                pl.when(pl.col("planned").is_null()).then(pl.lit("not asked for")),
                pl.when(times.is_null()).then(pl.lit("missing")),
                pl.when(times > 1).then(pl.format("stands {} times", times)),
            ),
        )
        .sort(key)
    )
