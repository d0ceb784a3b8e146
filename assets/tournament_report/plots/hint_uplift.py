"""Hint uplift: what each author's hints gained, and the success without and with them."""

import altair as alt
import polars as pl

from assets.tournament_report.figure import Figure
from assets.tournament_report.plots.selected import of_week
from assets.tournament_report.plots.theme import BLUE, INK, VERMILION, Panel, reference, themed
from assets.tournament_report.plots.words import counted, listed
from assets.tournament_report.results import Results
from assets.tournament_report.uplift import Share

_ROW, _LEFT, _RIGHT = 32, 190, 270
_OFFSET = 6
"""By how much a whisker stands above or below the middle of its row, px."""

_CONDITIONS = {"without the hint": "unaided", "with the hint": "hinted"}


def hint_uplift(results: Results) -> Figure:
    """The week's hint authoring and the shares behind it, by author."""
    name, title = "hint_uplift", "Hint uplift by author"
    cells = of_week(results.hint_uplift, results).filter(pl.col("author") != pl.col("solver"))
    counts = cells.group_by("author").agg(pl.col("pairs", "unaided", "hinted").sum()).filter(pl.col("pairs") > 0)
    if counts.is_empty():
        return Figure(name, title, empty="No hint was tried this week: there is no matched pair.")
    scores = of_week(results.standings, results, "week").select(
        pl.col("contestant").alias("author"), pl.col("^hint_authoring(_ci_low|_ci_high|_n)?$")
    )
    authors = counts.join(scores, on="author", how="left").sort(
        "hint_authoring", "author", descending=[True, False], nulls_last=True
    )
    environments = int(authors.get_column("hint_authoring_n").sum())
    lone = authors.filter(pl.col("hint_authoring_ci_low").is_null()).get_column("author").to_list()
    caption = (
        f"Left: hint authoring of {counted(authors.height, 'author')}, the mean gain by the hint balanced over "
        f"domains, and its 95 % interval over environments ({environments} in all). Right: the share of n matched "
        "pairs that other solvers won without and with the hint, and Wilson's 95 % intervals; these take pairs for "
        "independent, which those of one environment are not, so that they are too narrow."
        f"{f' No interval, resting on one environment: {listed(lone)}.' if lone else ''}"
    )
    chart = alt.hconcat(_gains(authors), _shares(authors), spacing=12)
    return Figure(name, title, caption, themed(chart), min_width_px=600)


def _rows(authors: pl.DataFrame, *, named: bool) -> alt.Y:
    axis = alt.Axis(ticks=False, domain=False) if named else None
    return alt.Y("author:N", title=None, sort=authors.get_column("author").to_list(), axis=axis)


def _gains(authors: pl.DataFrame) -> Panel:
    base = alt.Chart(authors.drop_nulls("hint_authoring")).encode(y=_rows(authors, named=True))
    whiskers = base.mark_rule(color=BLUE, strokeWidth=2).encode(
        x=alt.X("hint_authoring_ci_low:Q"), x2="hint_authoring_ci_high:Q"
    )
    dots = base.mark_point(color=BLUE, fill=BLUE, size=70, opacity=1).encode(
        x=alt.X("hint_authoring:Q", title="Gain, difference of shares", axis=alt.Axis(tickCount=4, format="+.1f"))
    )
    layers = [reference(0, "x"), whiskers, dots]
    return alt.layer(*layers, width=_LEFT, height=alt.Step(_ROW), title=alt.TitleParams("Hint authoring"))


def _shares(authors: pl.DataFrame) -> Panel:
    y = _rows(authors, named=False)
    scale = alt.Scale(domain=[0, 1])
    x = alt.X("share:Q", title="Share of matched pairs won", scale=scale, axis=alt.Axis(format=".0%", tickCount=5))
    names = list(_CONDITIONS)
    colour = alt.Color("condition:N", title=None, scale=alt.Scale(domain=names, range=[VERMILION, BLUE]))
    shape = alt.Shape("condition:N", title=None, scale=alt.Scale(domain=names, range=["square", "circle"]))
    layers: list[alt.Chart] = [
        alt.Chart(
            authors.with_columns(before=pl.col("unaided") / pl.col("pairs"), after=pl.col("hinted") / pl.col("pairs"))
        )
        .mark_rule(strokeWidth=7, opacity=0.18)
        .encode(x=alt.X("before:Q", scale=scale), x2="after:Q", y=y)
    ]
    for condition, column in _CONDITIONS.items():
        offset = -_OFFSET if column == "unaided" else _OFFSET
        side = alt.Chart(_wilson(authors, condition, column))
        layers.append(
            side.mark_rule(strokeWidth=1.5, yOffset=offset).encode(x=alt.X("low:Q"), x2="high:Q", y=y, color=colour)
        )
        layers.append(
            side.mark_point(filled=True, size=60, opacity=1, yOffset=offset).encode(x=x, y=y, color=colour, shape=shape)
        )
    n = alt.Chart(authors).mark_text(align="left", color=INK).encode(x=alt.value(_RIGHT + 8), y=y, text="n:N")
    layers.append(n.transform_calculate(n="'n = ' + format(datum.pairs, ',')"))
    title = alt.TitleParams("Success without and with the hint")
    return alt.layer(*layers, width=_RIGHT, height=alt.Step(_ROW), title=title)


def _wilson(authors: pl.DataFrame, condition: str, column: str) -> pl.DataFrame:
    """The share of pairs won under a condition, with its interval, by author."""
    shares = [Share(won, pairs) for won, pairs in authors.select(column, "pairs").iter_rows()]
    return authors.select("author").with_columns(
        pl.lit(condition).alias("condition"),
        pl.Series("share", [share.value for share in shares]),
        pl.Series("low", [share.interval[0] for share in shares]),
        pl.Series("high", [share.interval[1] for share in shares]),
    )
