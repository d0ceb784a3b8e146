"""Solving against authoring: whether good solvers write the environments that are hard and yet teach."""

import altair as alt
import polars as pl

from assets.tournament_report.figure import Figure
from assets.tournament_report.numbers import correlation
from assets.tournament_report.plots.scatter import Axis, around, scatter
from assets.tournament_report.plots.selected import of_week
from assets.tournament_report.plots.settled import PAIRS
from assets.tournament_report.plots.theme import reference, themed
from assets.tournament_report.plots.words import counted, left_out
from assets.tournament_report.results import Results

_SIZE = 560, 420
_STATISTICS = {
    "pearson_disattenuated": "Pearson's r freed of the boards' noise",
    "kendall_tau_b": "Kendall's τ-b of the ratings as measured",
}


def solving_against_authoring(results: Results) -> Figure:
    """The season's ratings of those who play both roles."""
    name, title = "solving_against_authoring", "Solving against authoring, season so far"
    standings = of_week(results.standings, results, "season").sort("contestant")
    both = (
        of_week(results.authoring_vs_solving, results, "season")
        .drop_nulls(["solver", "author"])
        .join(standings.select("contestant", PAIRS), on="contestant")
        .sort("contestant")
    )
    if both.is_empty():
        return Figure(name, title, empty="No contestant has both a solver and an author rating.")
    missing = [name for name in standings.get_column("contestant") if name not in both.get_column("contestant")]
    weeks = results.standings.get_column("week").n_unique()
    caption = (
        f"Ratings of the season so far ({counted(weeks, 'week')}) of {counted(both.height, 'contestant')} with 95 % "
        "intervals in both directions, environments being the unit; the dashed lines are the mean of 1,000. "
        f"{_correlations(results)}{left_out('without both ratings', missing)}"
    )
    x, y = (Axis(role, f"{role.capitalize()} rating, Elo points", *around(both, role)) for role in ("solver", "author"))
    layers = [reference(1_000, "x"), reference(1_000, "y"), *scatter(both, x, y, _SIZE)]
    return Figure(name, title, caption, themed(alt.layer(*layers, width=_SIZE[0], height=_SIZE[1])))


def _correlations(results: Results) -> str:
    """A sentence with what is known of how the two boards agree."""
    rows = of_week(results.board_correlations, results, "season").filter(
        pl.col("board") == "solver", pl.col("other_board") == "author"
    )
    found = {row["statistic"]: row for row in rows.iter_rows(named=True)}
    said = [
        f"{words} is {correlation(row['value'])}{_bounds(row['ci_low'], row['ci_high'])}"
        for statistic, words in _STATISTICS.items()
        if (row := found.get(statistic)) and row["value"] is not None
    ]
    if not said:
        return "Too few contestants have both ratings, or they differ too little, for a correlation."
    n = max(row["n"] for row in found.values())
    return f"{'; '.join(said)}; n = {counted(n, 'contestant')}."


def _bounds(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f" (95 %: {correlation(low)} to {correlation(high)})"
