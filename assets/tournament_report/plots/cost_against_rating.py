"""Cost against rating: what a contestant's solving cost in the week, and how well it solved."""

from math import floor, log10

import altair as alt
import polars as pl

from assets.tournament_report.figure import Figure
from assets.tournament_report.plots.scatter import Axis, around, scatter
from assets.tournament_report.plots.selected import of_week
from assets.tournament_report.plots.settled import PAIRS
from assets.tournament_report.plots.theme import FAINT, reference, themed
from assets.tournament_report.plots.words import counted, left_out
from assets.tournament_report.results import Results

_LOG_FROM = 5
"""The dearest costs that many times the cheapest: from here on the cost axis is logarithmic."""

_FREE = 0.14
"""What a logarithmic axis keeps free on the left for those who cost nothing, a share of its length."""

_SIZE = 560, 340


def cost_against_rating(results: Results) -> Figure:
    """Solver rating with its interval over the cost of the week's solving; who has no price is named and not drawn."""
    name, title = "cost_against_rating", "Cost of solving against solver rating"
    rows = _rated(results)
    unpriced = rows.filter(pl.col("cost_usd").is_null()).get_column("contestant").to_list()
    missing = left_out(f"{len(unpriced):,} without a known price", unpriced)
    priced = rows.drop_nulls("cost_usd")
    if priced.is_empty():
        return Figure(
            name, title, empty=f"No contestant has both a solver rating and a known price this week.{missing}"
        )
    if not priced.get_column("cost_usd").max():
        return Figure(
            name,
            title,
            empty=f"Nobody with a known price cost anything this week (house players are programs).{missing}",
        )
    free = priced.filter(pl.col("cost_usd") == 0).height
    axis, drawn = _cost_axis(priced)
    caption = (
        f"{counted(priced.height, 'contestant')} by the cost of its solving this week in USD"
        f"{' (logarithmic axis)' if axis.log else ''} and by solver rating in Elo points; lines are 95 % intervals of "
        "the rating with environments as the unit, the dashed line is the mean of 1,000. Higher and further left is "
        f"more for less.{_said_of_free(free, axis)}{missing}"
    )
    rating = Axis("solver", "Solver rating, Elo points", *around(drawn, "solver"))
    layers = [reference(1_000, "y"), *scatter(drawn, axis, rating, _SIZE)]
    if free and axis.log:
        layers.append(_divider())
    return Figure(name, title, caption, themed(alt.layer(*layers, width=_SIZE[0], height=_SIZE[1])))


def _rated(results: Results) -> pl.DataFrame:
    standings = of_week(results.standings, results, "week")
    costs = of_week(results.contestant_costs, results, "week").select("contestant", cost_usd="solving_cost_usd")
    rated = standings.select("contestant", "solver", "solver_ci_low", "solver_ci_high", PAIRS).drop_nulls("solver")
    return rated.join(costs, on="contestant").sort("contestant")


def _said_of_free(free: int, axis: Axis) -> str:
    if not free:
        return ""
    place = "to the left of the dotted line, side by side only to be told apart" if axis.log else "at 0"
    return (
        f" {counted(free, 'contestant')} cost nothing (house players are programs) and "
        f"{'stand' if free > 1 else 'stands'} {place}."
    )


def _cost_axis(priced: pl.DataFrame) -> tuple[Axis, pl.DataFrame]:
    """The axis, and the rows with their `place` on it: the cost, but of 0 somewhere left on a logarithmic axis."""
    costs = sorted(cost for cost in priced.get_column("cost_usd") if cost > 0)
    low, high = costs[0], costs[-1]
    title = "Cost of the week's solving, USD"
    if high < _LOG_FROM * low:
        return Axis("place", title, -0.02 * high, 1.08 * high), priced.with_columns(place="cost_usd")
    room = (high / low) ** 0.06
    left, right = low / room, high * room
    free = priced.filter(pl.col("cost_usd") == 0).sort("solver", "contestant").get_column("contestant").to_list()
    start = left / (right / left) ** (_FREE / (1 - _FREE)) if free else left
    along = {one: _FREE * (index + 1) / (len(free) + 1) for index, one in enumerate(free)}
    places = [
        start * (right / start) ** along[one] if one in along else cost
        for one, cost in priced.select("contestant", "cost_usd").iter_rows()
    ]
    nothing = [start * (right / start) ** (_FREE / 2)] if free else []
    label = f"datum.value < {left} ? '0' : format(datum.value, '~g')"
    axis = Axis("place", title, start, right, log=True, ticks=[*nothing, *_round_numbers(left, right)], label=label)
    return axis, priced.with_columns(pl.Series("place", places, dtype=pl.Float64))


def _round_numbers(low: float, high: float) -> list[float]:
    """1, 2 and 5 times the powers of ten between two numbers; the powers alone where those are many."""
    powers = range(floor(log10(low)), floor(log10(high)) + 1)
    steps = (1, 2, 5) if len(powers) <= 3 else (1,)
    return [number for power in powers for step in steps if low <= (number := float(f"{step}e{power}")) <= high]


def _divider() -> alt.Chart:
    mark = alt.Chart(pl.DataFrame({"at": [_FREE * _SIZE[0]]})).mark_rule(strokeDash=[1, 3], opacity=FAINT)
    line: alt.Chart = mark.encode(x=alt.X("at:Q", scale=None))
    return line
