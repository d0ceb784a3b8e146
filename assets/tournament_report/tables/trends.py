"""Over the weeks: who rises and who falls, and what a dossier does to an author's environments."""

from collections.abc import Callable, Mapping
from typing import Any

import polars as pl
from markupsafe import Markup

from assets.tournament_report.numbers import NONE, count, interval, p_value, percent, rating
from assets.tournament_report.tables.drawn import Row, drawn, stacked
from assets.tournament_report.tables.leaderboard import RATINGS, SHARES


def trends(season_trends: pl.DataFrame) -> Markup:
    """The table of one week's rows of `season_trends`, the boards of the leaderboard side by side."""
    by_contestant = season_trends.group_by("contestant").agg(pl.struct(pl.all()).alias("rows")).sort("contestant")
    headings: dict[str, str] = {"contestant": "Contestant", "weeks": "Weeks"}
    headings |= {board: stacked(f"{title}, Elo points", "95 % interval") for board, title in RATINGS.items()}
    headings |= {board: stacked(f"{title}, {unit}", "95 % interval") for board, (title, unit) in _SHARES.items()}
    return drawn(
        "trends-table",
        [_trends(row, {found["board"]: found for found in row["rows"]}) for row in by_contestant.iter_rows(named=True)],
        headings,
    )


def dossier_effects(effects: pl.DataFrame) -> Markup:
    """The table of one week's rows of `dossier_effects`."""
    headings = {
        "outcome": "Outcome",
        "effect": stacked("Effect, % points", "95 % interval"),
        "p": "p-value",
        "authors": "Authors",
        "weeks": stacked("Weeks with", "without"),
    }
    cells = [
        {
            "outcome": stacked(row["outcome"].replace("_", " "), row["note"] or ""),
            "effect": _stacked(row, "effect", _points),
            "p": p_value(row["p_value"]),
            "authors": count(row["authors"]),
            "weeks": stacked(count(row["weeks_with"]), count(row["weeks_without"])),
        }
        for row in effects.sort("outcome").iter_rows(named=True)
    ]
    return drawn("dossier-effects-table", cells, headings)


_SHARES = {board: (title, "% points") for board, (title, _) in SHARES.items()}


def _trends(contestant: Mapping[str, Any], found: Mapping[str, Mapping[str, Any]]) -> Row:
    return {
        "contestant": contestant["contestant"],
        "weeks": count(max(row["weeks"] for row in found.values())),
        **{board: _slope(found.get(board), rating) for board in RATINGS},
        **{board: _slope(found.get(board), _points) for board in SHARES},
    }


def _slope(row: Mapping[str, Any] | None, printed: Callable[[float | None], str]) -> str:
    if row is None or row["slope"] is None:
        return NONE
    change = f" {row['change']}" if row["change"] in ("rises", "falls") else ""
    return _stacked(row, "slope", printed, change)


def _stacked(row: Mapping[str, Any], value: str, printed: Callable[[float | None], str], said: str = "") -> Markup:
    return stacked(f"{printed(row[value])}{said}", interval(printed(row["ci_low"]), printed(row["ci_high"])))


def _points(value: float | None) -> str:
    return percent(value, 1)
