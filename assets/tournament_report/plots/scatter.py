"""Scatter: a dot a contestant with its name, and whiskers in the directions that have intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import altair as alt
import polars as pl

from assets.tournament_report.plots.labels import Box, Point, placed
from assets.tournament_report.plots.settled import FILL, SHAPE
from assets.tournament_report.plots.theme import BLUE

_MARGIN = 0.05
"""Of the range of the values, left free on either side."""

_SMALLEST = 1e-9
"""A logarithmic axis has no 0."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One direction.

    Attributes:
        column: of the values; their interval is in `<column>_ci_low` and `_ci_high`, where there are such columns.
        low, high: what the axis shows.
        ticks, label: where ticks stand and a Vega expression for their labels; Vega chooses where there are none.
    """

    column: str
    title: str
    low: float
    high: float
    log: bool = False
    ticks: Sequence[float] = ()
    label: str = ""

    @property
    def ends(self) -> tuple[str, str]:
        return f"{self.column}_ci_low", f"{self.column}_ci_high"

    def scale(self) -> alt.Scale:
        return alt.Scale(type="log" if self.log else "linear", domain=[self.low, self.high], nice=False, zero=False)

    def axis(self) -> alt.Axis:
        ticks: dict[str, Any] = {"values": list(self.ticks)} if self.ticks else {"tickCount": 6}
        label: dict[str, Any] = {"labelExpr": self.label} if self.label else {}
        return alt.Axis(**ticks, **label)

    def share(self, value: float) -> float:
        """Where along the axis a value stands, from 0 to 1."""
        low, high, here = (
            log(max(number, _SMALLEST)) if self.log else number for number in (self.low, self.high, value)
        )
        return (here - low) / (high - low)


def around(rows: pl.DataFrame, column: str) -> tuple[float, float]:
    """The range of a column's values and intervals, with a margin."""
    shown = rows.select(
        pl.min_horizontal(pl.col(column, f"{column}_ci_low").min()),
        pl.max_horizontal(pl.col(column, f"{column}_ci_high").max()).alias("high"),
    )
    low, high = shown.row(0)
    margin = (high - low) * _MARGIN or 1
    return low - margin, high + margin


def scatter(rows: pl.DataFrame, x: Axis, y: Axis, size: tuple[int, int]) -> list[alt.Chart]:
    """The layers: whiskers, dots and names.

    Args:
        rows: `contestant`, `pairs` (see `settled.py`), the axes' columns.
        size: width and height of the plot, px.
    """
    width, height = size
    across = alt.X(f"{x.column}:Q", title=x.title, scale=x.scale(), axis=x.axis())
    down = alt.Y(f"{y.column}:Q", title=y.title, scale=y.scale(), axis=y.axis())
    labelled = _with_labels(rows, x, y, width, height)
    base = alt.Chart(labelled)
    whiskers = base.mark_rule(color=BLUE, strokeWidth=1.5)
    layers = []
    if x.ends[0] in rows.columns:
        layers.append(whiskers.encode(x=alt.X(f"{x.ends[0]}:Q"), x2=x.ends[1], y=down))
    if y.ends[0] in rows.columns:
        layers.append(whiskers.encode(x=across, y=alt.Y(f"{y.ends[0]}:Q"), y2=y.ends[1]))
    dots = base.mark_point(color=BLUE, size=80, opacity=1).encode(x=across, y=down, shape=SHAPE, fill=FILL)
    names = base.mark_text(baseline="middle").encode(
        x=alt.X("label_x:Q", scale=None), y=alt.Y("label_y:Q", scale=None), text="label:N"
    )
    return [*layers, dots, names]


def _with_labels(rows: pl.DataFrame, x: Axis, y: Axis, width: int, height: int) -> pl.DataFrame:
    dots: list[Point] = []
    whiskers: list[Box] = []
    for row in rows.iter_rows(named=True):
        middle = width * x.share(row[x.column]), height * (1 - y.share(row[y.column]))
        dots.append(middle)
        left, right = (row.get(end) for end in x.ends)
        low, high = (row.get(end) for end in y.ends)
        if left is not None and right is not None:
            whiskers.append((width * x.share(left), middle[1] - 1, width * x.share(right), middle[1] + 1))
        if low is not None and high is not None:
            bottom, top = (height * (1 - y.share(end)) for end in (low, high))
            whiskers.append((middle[0] - 1, top, middle[0] + 1, bottom))
    labels = placed(rows.get_column("contestant").to_list(), dots, whiskers, width, height)
    return rows.with_columns(
        pl.Series("label", [label.text for label in labels], dtype=pl.String),
        pl.Series("label_x", [round(label.x, 1) for label in labels], dtype=pl.Float64),
        pl.Series("label_y", [round(label.y, 1) for label in labels], dtype=pl.Float64),
    )
