"""Settled or provisional: how dots show that a contestant has few matched pairs."""

import altair as alt
import polars as pl

from assets.tournament_report.plots.theme import BLUE
from assets.tournament_report.results import PROVISIONAL_PAIRS

SETTLED, PROVISIONAL = f"{PROVISIONAL_PAIRS} matched pairs or more in each role", "provisional: fewer pairs"
_BOTH = [SETTLED, PROVISIONAL]

PAIRS = pl.when("provisional").then(pl.lit(PROVISIONAL)).otherwise(pl.lit(SETTLED)).alias("pairs")
"""The column `pairs` of rows of `standings`."""

SHAPE = alt.Shape("pairs:N", title=None, scale=alt.Scale(domain=_BOTH, range=["circle", "diamond"]))
FILL = alt.Fill("pairs:N", title=None, scale=alt.Scale(domain=_BOTH, range=[BLUE, "transparent"]))
