"""Leaderboard: four ratings of a week side by side, dot and whisker."""

import altair as alt
import polars as pl

from assets.tournament_report.figure import Figure
from assets.tournament_report.numbers import ranks
from assets.tournament_report.plots.selected import of_week
from assets.tournament_report.plots.settled import FILL, PAIRS, SHAPE
from assets.tournament_report.plots.theme import BLUE, Panel, reference, themed
from assets.tournament_report.plots.words import spanned
from assets.tournament_report.results import Results

BOARDS = {"solver": "Solver", "author": "Author", "duel": "Duel", "composite": "Composite"}

_WIDTH, _ROW = 175, 20


def leaderboard(results: Results) -> Figure:
    """Ratings of the week on four boards, each sorted by itself."""
    name, title = "leaderboard", "Ratings of the week"
    rows = of_week(results.standings, results, "week")
    panels = {board: _rated(rows, board) for board in BOARDS}
    drawn = [_panel(board, panel) for board, panel in panels.items() if not panel.is_empty()]
    if not drawn:
        return Figure(name, title, empty="Nobody was rated this week: no matched pair was played.")
    chart = alt.concat(*drawn, columns=2, spacing={"row": 22, "column": 26})
    missing = [BOARDS[board].lower() for board, panel in panels.items() if panel.is_empty()]
    caption = (
        "Dots are ratings in Elo points, lines their 95 % intervals with environments as the unit (of duel ratings, "
        "duels), the dashed line the mean of 1,000; only gaps mean something. At the right are the ranks that 95 % of "
        "the resamples of the environments leave open: where they overlap there is no strict order."
    )
    if missing:
        caption += f" Without a rating this week: {', '.join(missing)}."
    return Figure(name, title, caption, themed(chart))


def _rated(rows: pl.DataFrame, board: str) -> pl.DataFrame:
    """The contestants that a board rates, the best first."""
    rated = rows.select(
        "contestant",
        PAIRS,
        pl.col(board).alias("rating"),
        pl.col(f"{board}_n").alias("n"),
        *(pl.col(f"{board}_{end}").alias(end) for end in ("ci_low", "ci_high", "rank_low", "rank_high")),
    ).drop_nulls("rating")
    printed = [ranks(*row) for row in rated.select("rank_low", "rank_high").rows()]
    return rated.with_columns(pl.Series("ranks", printed, dtype=pl.String)).sort(
        "rating", "contestant", descending=[True, False]
    )


def _panel(board: str, rated: pl.DataFrame) -> Panel:
    order = rated.get_column("contestant").to_list()
    y = alt.Y("contestant:N", sort=order, title=None, axis=alt.Axis(ticks=False, domain=False))
    base = alt.Chart(rated)
    x = alt.X("rating:Q", title="Elo points", scale=alt.Scale(zero=False, nice=True), axis=alt.Axis(tickCount=3))
    whiskers = base.mark_rule(color=BLUE, strokeWidth=2).encode(x=alt.X("ci_low:Q"), x2="ci_high:Q", y=y)
    dots = base.mark_point(color=BLUE, size=70, opacity=1).encode(
        x=x,
        y=y,
        shape=SHAPE,
        fill=FILL,
    )
    open_ranks = base.mark_text(align="left").encode(x=alt.value(_WIDTH + 8), y=y, text="ranks:N")
    head = (
        alt.Chart(pl.DataFrame({"head": ["ranks"]}))
        .mark_text(align="left", opacity=0.8)
        .encode(x=alt.value(_WIDTH + 8), y=alt.value(-8), text="head:N")
    )
    counts = spanned(rated.get_column("n").to_list())
    title = alt.TitleParams(BOARDS[board], subtitle=f"n = {counts} environments")
    layers = [reference(1_000, "x"), whiskers, dots, open_ranks, head]
    return alt.layer(*layers, width=_WIDTH, height=alt.Step(_ROW), title=title)
