"""Trends: the slope of every contestant on every board, over the season's weeks so far."""

from datetime import date

import polars as pl

from assets.pairwise_outcomes.holm import holm
from assets.slope import FEWEST_WEEKS, Slope, slope_of
from assets.tables import BOARDS, SEASON_TRENDS
from assets.weeks import DAYS

type Row = dict[str, object]


def season_trends(week: date, rankings: pl.DataFrame) -> pl.DataFrame:
    """Rows of `season_trends`: each contestant of the week on each board (protocol section 5).

    Args:
        week: the last of the weeks.
        rankings: week, scope, board, contestant and value of all weeks so far; only scope `week` is read.
    """
    weekly = rankings.filter(pl.col("scope") == "week").sort("week")
    contestants = weekly.filter(pl.col("week") == week).get_column("contestant").unique().sort()
    known = weekly.drop_nulls("value").partition_by("board", "contestant", as_dict=True)
    nothing = weekly.clear()
    rows: list[Row] = []
    for board in BOARDS:
        rows += _adjusted([_row(week, board, name, known.get((board, name), nothing)) for name in contestants])
    return SEASON_TRENDS.frame(rows)


def change(low: float | None, high: float | None) -> str | None:
    """What an interval of a slope says; `level` where it holds 0, None where there is none."""
    if low is None or high is None:
        return None
    return "rises" if low > 0 else "falls" if high < 0 else "level"


def _row(week: date, board: str, contestant: str, weekly: pl.DataFrame) -> Row:
    weeks = weekly.get_column("week")
    slope = slope_of((weeks.to_physical() / DAYS).to_numpy(), weekly.get_column("value").to_numpy())
    low, high = (slope.ci_low, slope.ci_high) if slope else (None, None)
    return {
        "week": week,
        "board": board,
        "contestant": contestant,
        "weeks": weekly.height,
        "first_week": weeks.min(),
        "slope": slope and slope.value,
        "std_error": slope and slope.std_error,
        "ci_low": low,
        "ci_high": high,
        "p_value": slope and slope.p_value,
        "p_holm": None,
        "change": change(low, high),
        "note": _note(slope),
    }


def _adjusted(board: list[Row]) -> list[Row]:
    """The rows with their p-values adjusted for there being several contestants that are judged."""
    judged = [row for row in board if row["p_value"] is not None]
    for row, p_holm in zip(judged, holm([float(str(row["p_value"])) for row in judged]), strict=True):
        row["p_holm"] = p_holm
    return board


def _note(slope: Slope | None) -> str | None:
    if slope is None:
        return f"fewer than {FEWEST_WEEKS} weeks with a value"
    if slope.std_error is None:
        return "the weekly values lie on one line, which leaves nothing to judge it by"
    return None
