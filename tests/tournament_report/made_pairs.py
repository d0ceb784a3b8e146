"""Matched pairs of made-up attempts, by week and by season so far."""

import polars as pl

from tournament_report.made_play import Play

KEYS = ("week", "scope")


def in_scopes(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows of each week, and again all rows up to each week as the season's."""
    weeks = frame.get_column("week").unique().sort()
    season = [frame.filter(pl.col("week") <= week).with_columns(pl.lit(week).alias("week")) for week in weeks]
    parts = {"week": frame, "season": pl.concat([frame.clear(), *season])}
    return pl.concat([part.with_columns(pl.lit(scope).alias("scope")) for scope, part in parts.items()])


def matched_pairs(play: Play) -> pl.DataFrame:
    """A row a matched pair, self-play left out."""
    scored = play.attempts.filter(
        ~(pl.col("stop_reason") == "environment_error").any().over("environment_id"),
        pl.col("author") != pl.col("solver"),
    )
    key = ["week", "environment_id", "author", "domain", "solver", "seed"]
    sides = [
        scored.filter(pl.col("condition") == name).select(*key, pl.col("success").alias(name))
        for name in ("without_hint", "with_hint")
    ]
    without, hinted = pl.col("without_hint"), pl.col("with_hint")
    return (
        sides[0]
        .join(sides[1], on=key)
        .drop_nulls()
        .with_columns(
            solved=without,
            taught=~without & hinted,
            stumped=~without & ~hinted,
            harmed=without & ~hinted,
            gain=hinted.cast(pl.Int8) - without.cast(pl.Int8),
        )
    )
