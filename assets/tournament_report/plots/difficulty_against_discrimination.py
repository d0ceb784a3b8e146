"""Difficulty against discrimination: how hard each environment is, and how well it tells solvers apart."""

import altair as alt
import numpy as np
import polars as pl

from assets.tournament_report.figure import Figure
from assets.tournament_report.plots.selected import of_week
from assets.tournament_report.plots.theme import BLUE, DASHES, FAINT, GREEN, INK, PURPLE, VERMILION, Panel, themed
from assets.tournament_report.plots.words import counted, spanned
from assets.tournament_report.results import Results

_KINDS = {
    "frontier": ("frontier", BLUE, "circle"),
    "no gain": ("no gain by the hint", VERMILION, "square"),
    "nearly always solved": ("(nearly) always solved", GREEN, "triangle-down"),
    "always solved": ("(nearly) always solved", GREEN, "triangle-down"),
    "hardly ever solved": ("never or hardly ever solved", PURPLE, "triangle-up"),
    "never solved": ("never or hardly ever solved", PURPLE, "triangle-up"),
}
"""Of each verdict on a played environment: what it is called here, its colour and its shape."""


def difficulty_against_discrimination(results: Results) -> Figure:
    """The week's environments that a panel played."""
    name, title = "difficulty_against_discrimination", "Difficulty against discrimination"
    week = of_week(results.environment_difficulty, results).filter(~pl.col("superseded"))
    played = week.drop_nulls(["unaided_share", "discrimination"]).filter(pl.col("verdict").is_in(list(_KINDS)))
    if played.is_empty():
        return Figure(name, title, empty="No environment of this week was played by a whole panel.")
    without = week.height - played.height
    caption = (
        f"{counted(played.height, 'environment')}, a dot each, by the share of the panel's unaided attempts that "
        f"failed ({spanned(played['panel_attempts'].to_list())} attempts an environment; lines are Wilson's 95 % "
        "intervals, which take attempts for independent) and by discrimination, which is 1 where half the panel solves "
        "every seed. The dashed arch is about the most that is possible at a difficulty. Frontier: solved unaided in 5 "
        "to 95 % of the attempts, and the hint gains. Dots that coincide are drawn once, the larger the more."
    )
    if without:
        caption += f" Not drawn: {counted(without, 'environment')} rejected, withdrawn or without a whole panel."
    return Figure(name, title, caption, themed(_chart(_places(played))), min_width_px=520)


def _places(played: pl.DataFrame) -> pl.DataFrame:
    """A row a place of the plot and kind, with the environments that stand there."""
    kinds = {verdict: kind for verdict, (kind, _, _) in _KINDS.items()}
    sizes = played.group_by(pl.col("verdict").replace_strict(kinds).alias("kind")).len("of_kind")
    return (
        played.select(
            pl.col("verdict").replace_strict(kinds).alias("kind"),
            (1 - pl.col("unaided_share")).alias("difficulty"),
            (1 - pl.col("unaided_share_high")).alias("low"),
            (1 - pl.col("unaided_share_low")).alias("high"),
            "discrimination",
        )
        .group_by("kind", "difficulty", "low", "high", "discrimination")
        .len("environments")
        .join(sizes, on="kind")
        .with_columns(pl.format("{} ({})", "kind", "of_kind").alias("kind_and_count"))
        .sort("kind", "difficulty", "discrimination", "low", "high")
    )


def _chart(places: pl.DataFrame) -> Panel:
    looks = {kind: (colour, shape) for kind, colour, shape in _KINDS.values()}
    named = dict(places.select("kind", "kind_and_count").unique().iter_rows())
    domain = [named[kind] for kind in looks if kind in named]
    colours, shapes = ([looks[kind][part] for kind in looks if kind in named] for part in (0, 1))
    x = alt.X(
        "difficulty:Q",
        title="Difficulty: share of the panel's unaided attempts that failed",
        scale=alt.Scale(domain=[0, 1]),
        axis=alt.Axis(format=".0%", tickCount=5),
    )
    y = alt.Y(
        "discrimination:Q", title="Discrimination, 0 to 1", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(tickCount=5)
    )
    colour = alt.Color(
        "kind_and_count:N", title=None, scale=alt.Scale(domain=domain, range=colours), legend=alt.Legend(columns=2)
    )
    shape = alt.Shape(
        "kind_and_count:N", title=None, scale=alt.Scale(domain=domain, range=shapes), legend=alt.Legend(columns=2)
    )
    most = max(places.get_column("environments"))
    size = alt.Size(
        "environments:Q",
        title=None,
        scale=alt.Scale(domain=[1, max(2, most)], range=[60, 60 * max(2, most)]),
        legend=None,
    )
    base = alt.Chart(places).encode(y=y, color=colour)
    whiskers = base.mark_rule(opacity=0.25).encode(x=alt.X("low:Q"), x2="high:Q")
    dots = base.mark_point(filled=True, opacity=0.85).encode(x=x, shape=shape, size=size)
    return alt.layer(_arch(), whiskers, dots, width=560, height=330)


def _arch() -> alt.Chart:
    """4p(1 − p): what discrimination is when each seed is solved by the same share p of an even panel."""
    p = np.linspace(0, 1, 41)
    curve = pl.DataFrame({"p": p.round(3), "most": (4 * p * (1 - p)).round(4)})
    line = alt.Chart(curve).mark_line(color=INK, strokeWidth=1, strokeDash=DASHES, opacity=FAINT)
    arch: alt.Chart = line.encode(x="p:Q", y="most:Q")
    return arch
