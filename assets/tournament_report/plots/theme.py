"""The look of the report's plots: colours and type that work on a light page, on a dark one and on paper.

Text, axes and grid take the colour of the page's text (`currentColor`), the background is the page's. Data colours have
a contrast of 3 to 1 or more both to white and to #16181d.
"""

from typing import Any

import altair as alt
import polars as pl

from assets.tournament_report.figure import Chart

BLUE, VERMILION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#C16E9B"
"""Of Okabe and Ito's palette (2008), which colour-blind people can tell apart; the purple is a little darker."""

type Panel = alt.LayerChart | alt.FacetChart
"""What `alt.layer` makes."""

INK = "currentColor"
FAINT, DASHES = 0.45, [4, 3]
"""Opacity and dashes of reference lines."""

NAME_PX = 110
"""What a contestant's name may take; longer ones are cut."""

_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"


def themed(chart: Any) -> Chart:
    """A whole chart in the report's look."""
    text: dict[str, Any] = {
        "labelColor": INK,
        "titleColor": INK,
        "labelFontSize": 11,
        "titleFontSize": 11,
        "titleFontWeight": "normal",
    }
    lines: dict[str, Any] = {"gridColor": INK, "gridOpacity": 0.12, "domainColor": INK, "tickColor": INK}
    themed: Chart = chart.configure(
        aria=False,
        background="transparent",
        font=_FONT,
        # Beyond what Liberation Sans needs on the left: a page may have to make do with a wider font.
        padding={"left": 22, "top": 4, "right": 10, "bottom": 4},
        axis=alt.AxisConfig(
            **text, **lines, domainOpacity=0.5, tickOpacity=0.5, labelLimit=NAME_PX, labelFlush=False, titlePadding=10
        ),
        legend=alt.LegendConfig(
            **text,
            orient="bottom",
            direction="horizontal",
            columnPadding=32,
            symbolOpacity=1,
            titleLimit=300,
            labelLimit=300,
        ),
        header=alt.HeaderConfig(**text, labelFontWeight="bold", labelLimit=180),
        title=alt.TitleConfig(color=INK, subtitleColor=INK, fontSize=12, subtitleFontSize=11, anchor="start", offset=8),
        view=alt.ViewConfig(stroke=None),
        text=alt.MarkConfig(color=INK, fontSize=11),
        rule=alt.MarkConfig(color=INK),
    )
    return themed


def reference(value: float, axis: str) -> alt.Chart:
    """A dashed line across the panel at a value of the axis `x` or `y`."""
    mark = alt.Chart(pl.DataFrame({"reference": [value]})).mark_rule(strokeDash=DASHES, opacity=FAINT)
    line: alt.Chart = mark.encode(**{axis: "reference:Q"})
    return line
