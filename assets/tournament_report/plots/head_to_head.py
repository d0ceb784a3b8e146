"""Head to head: who got more out of meeting whom, the solver or the author, in every cell."""

import altair as alt
import polars as pl

from assets.tournament_report.figure import Figure
from assets.tournament_report.plots.selected import of_week
from assets.tournament_report.plots.theme import INK, Panel, themed
from assets.tournament_report.plots.words import counted, spanned
from assets.tournament_report.results import Results

_CELL, _ROW = 58, 36
_SCALE = {
    -1: "rgba(213,94,0,0.85)",
    -1e-9: "rgba(213,94,0,0.06)",
    1e-9: "rgba(0,114,178,0.06)",
    1: "rgba(0,114,178,0.85)",
}
"""Vermilion for the author's points, blue for the solver's; see-through, so that text is read on any page."""


def head_to_head(results: Results) -> Figure:
    """Matched pairs of the week by author and solver."""
    name, title = "head_to_head", "Head to head: solved minus taught"
    cells = of_week(results.head_to_head, results, "week").filter(
        pl.col("author") != pl.col("solver"), pl.col("pairs") > 0
    )
    if cells.is_empty():
        return Figure(name, title, empty="No solver has a matched pair on another's environment this week.")
    cells = cells.select(
        "author",
        "solver",
        "pairs",
        "solved",
        "taught",
        (pl.col("solved_share") - pl.col("taught_share")).alias("difference"),
        pl.format("{} : {}", "solved", "taught").alias("points"),
        pl.format("n = {}", "pairs").alias("n"),
    ).sort("author", "solver")
    authors, solvers = _in_order(results, "author"), _in_order(results, "solver")
    caption = (
        "Each cell is one solver on one author's environments: "
        f"{counted(int(cells['pairs'].sum()), 'matched pair')} in all, {spanned(cells['pairs'].to_list())} a cell (n). "
        "Written are pairs solved : pairs taught (failed alone, solved with the hint); the colour is the difference of "
        "their shares, blue where the solver gained more, vermilion where the author did. "
        "Both sides are sorted by rating. A cell is blank where nothing was played or the environments are one's own; "
        "cells carry no intervals: those of whole duels stand in the table of duels."
    )
    return Figure(name, title, caption, themed(_chart(cells, authors, solvers)), min_width_px=280 + 45 * len(solvers))


def _in_order(results: Results, role: str) -> list[str]:
    """Who has a role, by rating in it."""
    rows = of_week(results.standings, results, "week").filter(pl.col("roles").list.contains(role))
    return rows.sort(role, "contestant", descending=[True, False], nulls_last=True).get_column("contestant").to_list()


def _chart(cells: pl.DataFrame, authors: list[str], solvers: list[str]) -> Panel:
    across = alt.X(
        "solver:N",
        title="Solver",
        scale=alt.Scale(domain=solvers, paddingInner=0.04),
        axis=alt.Axis(orient="top", labelAngle=-35, ticks=False, domain=False, titlePadding=20),
    )
    down = alt.Y(
        "author:N",
        title="Author",
        scale=alt.Scale(domain=authors, paddingInner=0.06),
        axis=alt.Axis(ticks=False, domain=False, titlePadding=24),
    )
    colour = alt.Color(
        "difference:Q",
        title="Solved minus taught, shares of pairs",
        scale=alt.Scale(domain=list(_SCALE), range=list(_SCALE.values())),
        legend=alt.Legend(
            type="symbol",
            symbolType="square",
            symbolSize=160,
            values=[-1, -0.5, 0, 0.5, 1],
            labelExpr="datum.value == 0 ? '0' : format(datum.value, '+.1f')",
        ),
    )
    base = alt.Chart(cells).encode(x=across, y=down)
    return alt.layer(
        base.mark_rect().encode(color=colour),
        base.mark_text(dy=-6, fontSize=11, color=INK).encode(text="points:N"),
        base.mark_text(dy=8, fontSize=10, color=INK).encode(text="n:N"),
        width=alt.Step(_CELL),
        height=alt.Step(_ROW),
    )
