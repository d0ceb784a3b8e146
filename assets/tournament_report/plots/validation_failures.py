"""Validation failures: which gating checks kept environments out, by author, and who left play unfinished."""

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt
import polars as pl

from assets.tables import GATING_CHECKS
from assets.tournament_report.figure import Figure
from assets.tournament_report.plots.selected import of_week
from assets.tournament_report.plots.theme import BLUE, VERMILION, Panel, themed
from assets.tournament_report.plots.words import counted
from assets.tournament_report.results import Results

_LEFT_OPEN_BY = {
    ("author", "provider"): "provider, in authoring",
    ("solver", "provider"): "provider, in solving",
    ("author", "operator"): "budget, in authoring",
    ("solver", "operator"): "budget, in solving",
    ("solver", "sandbox"): "sandbox, in solving",
    ("solver", "environment"): "environment, in solving",
}
"""Whose doing it was, by the contestant's role and `whose`; nothing that the contestant itself can be blamed for."""

_CELL, _ROW = 52, 24


@dataclass(frozen=True, slots=True)
class _Part:
    """One grid: contestants across, reasons down, in `order`."""

    rows: pl.DataFrame
    title: str
    across: str
    colour: str
    order: Sequence[str]


def validation_failures(results: Results) -> Figure:
    """The week's failed checks, and what was left unfinished through no fault of the contestant."""
    name, title = "validation_failures", "What kept environments out, and what broke play off"
    written = of_week(results.environment_difficulty, results)
    if written.is_empty():
        return Figure(name, title, empty="No environment was asked for this week.")
    failed, faults = _reasons(results)
    if failed.is_empty() and faults.is_empty():
        passed = f"{counted(written.height, 'environment')} passed every gating check"
        return Figure(name, title, empty=f"Nothing failed this week: {passed}, and no attempt was broken off.")
    asked = written.filter(pl.col("version") == 0).height
    admitted = written.filter(pl.col("admitted"), ~pl.col("superseded")).height
    contestants = pl.concat([failed, faults]).get_column("contestant").unique().sort().to_list()
    grids = [_grid(part, contestants) for part in _parts(failed, faults) if not part.rows.is_empty()]
    caption = (
        f"{admitted:,} of {counted(asked, 'environment')} were admitted. First, by author, the environments that "
        "failed a check, of all it was asked for, hardened versions too; one that fails several checks stands in "
        "several rows. Then what was left unfinished through no fault of the contestant, of all its environments or "
        "attempts; none of it is scored. Blank is none; these are counts and no estimates, so that there are no "
        "intervals."
    )
    chart = alt.vconcat(*grids, spacing=20).resolve_scale(color="independent")
    return Figure(name, title, caption, themed(chart), min_width_px=270 + 42 * len(contestants))


def _reasons(results: Results) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Failed checks and what was left unfinished, with the words of their row, their share and their counts."""
    rows = of_week(results.failure_reasons, results).with_columns(
        pl.format("{}/{}", "n", "of").alias("counts"), (pl.col("n") / pl.col("of")).alias("share")
    )
    own = (pl.col("role") == "author") & (pl.col("whose") == "author")
    failed = rows.filter(own).with_columns(pl.col("reason").str.replace_all("_", " "))
    words = pl.DataFrame(
        [(*place, reason) for place, reason in _LEFT_OPEN_BY.items()],
        schema={"role": pl.String, "whose": pl.String, "fault": pl.String},
        orient="row",
    )
    faults = rows.join(words, on=["role", "whose"]).with_columns(reason="fault")
    columns = ["contestant", "reason", "n", "of", "share", "counts"]
    return failed.select(columns).sort(columns[:2]), faults.select(columns).sort(columns[:2])


def _parts(failed: pl.DataFrame, faults: pl.DataFrame) -> list[_Part]:
    checks = [check.replace("_", " ") for check in (*GATING_CHECKS, "unreadable")]
    return [
        _Part(failed, "Failed gating checks, environments", "Author", BLUE, checks),
        _Part(faults, "Unfinished, environments or attempts", "Contestant", VERMILION, list(_LEFT_OPEN_BY.values())),
    ]


def _grid(part: _Part, contestants: list[str]) -> Panel:
    x = alt.X(
        "contestant:N",
        title=part.across,
        scale=alt.Scale(domain=contestants, paddingInner=0.06),
        axis=alt.Axis(orient="top", labelAngle=-35, ticks=False, domain=False, titlePadding=20),
    )
    there = set(part.rows.get_column("reason"))
    y = alt.Y(
        "reason:N",
        title=None,
        scale=alt.Scale(domain=[reason for reason in part.order if reason in there], paddingInner=0.08),
        axis=alt.Axis(labelLimit=170, minExtent=170, ticks=False, domain=False),
    )
    base = alt.Chart(part.rows).encode(x=x, y=y)
    shade = alt.Opacity("share:Q", legend=None, scale=alt.Scale(domain=[0, 1], range=[0.12, 0.8]))
    squares = base.mark_rect(color=part.colour, cornerRadius=2).encode(opacity=shade)
    counts = base.mark_text().encode(text="counts:N")
    title = alt.TitleParams(part.title)
    return alt.layer(squares, counts, width=alt.Step(_CELL), height=alt.Step(_ROW), title=title)
