"""Ratings over weeks: each contestant's solver and author ratings, a small panel a contestant."""

import altair as alt
import polars as pl

from assets.tournament_report.figure import Figure
from assets.tournament_report.plots.selected import of_week
from assets.tournament_report.plots.theme import BLUE, DASHES, FAINT, VERMILION, themed
from assets.tournament_report.plots.words import counted
from assets.tournament_report.results import Results

_ROLES = {"solver": (BLUE, "circle"), "author": (VERMILION, "square")}
_MARGIN = 0.05
_COLUMNS, _WIDTH, _HEIGHT = 3, 165, 105


def ratings_over_weeks(results: Results) -> Figure:
    """Ratings of each week by itself, of those who take part in the report's week."""
    name, title = "ratings_over_weeks", "Ratings over the weeks"
    rated = _rated(results)
    if rated.is_empty():
        return Figure(name, title, empty="Nobody has been rated yet.")
    weeks = results.standings.get_column("week").unique().sort().cast(pl.String).to_list()
    if len(weeks) == 1:
        return Figure(name, title, empty="One week has been played so far: there is no history yet.")
    caption = (
        f"Solver and author ratings of each of {counted(len(weeks), 'week')} by itself (not the season's), in Elo "
        "points with a mean of 1,000 (dashed) in each week; whiskers are 95 % intervals with the week's environments "
        "as the unit. Panels are sorted by this week's solver rating. Each week has new environments: what stays "
        "inside the whiskers has not been shown to move."
    )
    chart = _panels(rated, weeks, _in_order(results, rated))
    return Figure(name, title, caption, themed(chart), min_width_px=600)


def _rated(results: Results) -> pl.DataFrame:
    now = of_week(results.standings, results, "week").get_column("contestant").to_list()
    history = results.rating_history.filter(
        pl.col("scope") == "week", pl.col("board").is_in(list(_ROLES)), pl.col("contestant").is_in(now)
    )
    return (
        history.drop_nulls("value")
        .select(pl.col("week").cast(pl.String), "board", "contestant", "value", "ci_low", "ci_high")
        .sort("contestant", "board", "week")
    )


def _in_order(results: Results, rated: pl.DataFrame) -> list[str]:
    """The contestants with a rating, by solver rating in the report's week."""
    standings = of_week(results.standings, results, "week").sort(
        "solver", "contestant", descending=[True, False], nulls_last=True
    )
    there = set(rated.get_column("contestant"))
    return [name for name in standings.get_column("contestant") if name in there]


def _domain(rated: pl.DataFrame) -> list[float]:
    shown = pl.concat([rated.get_column(column) for column in ("value", "ci_low", "ci_high")])
    low, high = float(shown.min()), float(shown.max())  # type: ignore[arg-type]
    return [low - (high - low) * _MARGIN, high + (high - low) * _MARGIN]


def _panels(rated: pl.DataFrame, weeks: list[str], names: list[str]) -> alt.FacetChart:
    months = "['Jan','Feb','Mar','Apr','May','Jun','Jul','Aug','Sep','Oct','Nov','Dec']"
    day = f"toNumber(slice(datum.value, 8)) + ' ' + {months}[toNumber(slice(datum.value, 5, 7)) - 1]"
    axis = alt.Axis(labelExpr=day, labelAngle=-40, labelOverlap="greedy", ticks=False)
    roles, (colours, shapes) = list(_ROLES), zip(*_ROLES.values(), strict=True)
    base = alt.Chart().encode(
        x=alt.X("week:O", title="Week, by its Monday", scale=alt.Scale(domain=weeks), axis=axis),
        xOffset=alt.XOffset("board:N", scale=alt.Scale(domain=roles)),
        color=alt.Color("board:N", title=None, scale=alt.Scale(domain=roles, range=list(colours))),
    )
    scale = alt.Scale(domain=_domain(rated), nice=False, zero=False)
    y = alt.Y("value:Q", title="Elo points", scale=scale, axis=alt.Axis(tickCount=4))
    mean = alt.Chart().mark_rule(strokeDash=DASHES, opacity=FAINT).encode(y="reference:Q")
    whiskers = base.mark_rule(strokeWidth=1.5).encode(y=alt.Y("ci_low:Q"), y2="ci_high:Q")
    course = base.mark_line(strokeWidth=1, opacity=0.4).encode(y=y)
    dots = base.mark_point(filled=True, size=30, opacity=1).encode(
        y=y, shape=alt.Shape("board:N", title=None, scale=alt.Scale(domain=roles, range=list(shapes)))
    )
    # One line a panel, and not one a row of the data.
    first = pl.int_range(pl.len()).over("contestant") == 0
    rows = rated.with_columns(reference=pl.when(first).then(1_000))
    layers = alt.layer(mean, course, whiskers, dots, data=rows, width=_WIDTH, height=_HEIGHT)
    facet = alt.Facet("contestant:N", sort=names, title=None, header=alt.Header(labelLimit=_WIDTH))
    panels: alt.FacetChart = layers.facet(facet=facet, columns=_COLUMNS, spacing=12)
    return panels
