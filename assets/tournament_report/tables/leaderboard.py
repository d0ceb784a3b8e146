"""The leaderboard: ratings and published scores side by side, with intervals and the ranks that they leave open."""

from collections.abc import Callable, Mapping
from typing import Any

import polars as pl
from markupsafe import Markup

from assets.tournament_report.numbers import count, dollars, interval, percent, ranks, rating
from assets.tournament_report.places import places
from assets.tournament_report.tables.drawn import Row, drawn, stacked

RATINGS = {"solver": "Solver", "author": "Author", "duel": "Duel", "composite": "Composite"}
"""Rating boards of the table, with their headings."""

SHARES = {"canonical_solve": ("Canonical solve", "%"), "hint_authoring": ("Hint authoring", "% points")}
"""Boards of published scores, with their headings and units."""


def leaderboard(name: str, standings: pl.DataFrame) -> Markup:
    """The table of one week's rows of one scope of the mart `standings`.

    Args:
        name: the table's id on the page.
    """
    ordered = _in_order(standings)
    place = {board: places(ordered.select(f"{board}_rank_low", f"{board}_rank_high").rows()) for board in RATINGS}
    rows = [
        _row(row, {board: column[index] for board, column in place.items()})
        for index, row in enumerate(ordered.iter_rows(named=True))
    ]
    headings: dict[str, str] = {"contestant": "Contestant"}
    for board in RATINGS:
        headings |= {f"{board}_place": stacked("place", "ranks"), board: stacked("Elo points", "95 % interval")}
    headings |= {board: stacked(f"{title}, {unit}", "95 % interval") for board, (title, unit) in SHARES.items()}
    headings |= {
        "pairs": stacked("Pairs as solver", "as author"),
        "faults": stacked("Faults", "attempts"),
        "cost": stacked("Cost, USD", "thousand tokens"),
    }
    return drawn(name, rows, headings, {title: [f"{board}_place", board] for board, title in RATINGS.items()})


def _in_order(standings: pl.DataFrame) -> pl.DataFrame:
    return standings.sort("solver", "author", "contestant", descending=[True, True, False], nulls_last=True)


def _row(row: Mapping[str, Any], place: Mapping[str, str]) -> Row:
    cells: dict[str, str] = {"contestant": _contestant(row)}
    for board in RATINGS:
        cells[f"{board}_place"] = stacked(place[board], ranks(row[f"{board}_rank_low"], row[f"{board}_rank_high"]))
        cells[board] = _score(row, board, rating)
    cells |= {board: _score(row, board, _percent) for board in SHARES}
    return cells | {
        "pairs": stacked(count(row["pairs_as_solver"]), count(row["pairs_as_author"])),
        "faults": count(row["faults"]),
        "cost": stacked(dollars(row["cost_usd"]), count(row["tokens"] / 1000)),
    }


def _contestant(row: Mapping[str, Any]) -> Markup:
    """A contestant's name, and below it what must be known of it."""
    words = [
        *(["provisional"] if row["provisional"] else []),
        *(["house player"] if row["is_house"] else []),
        *([f"{row['roles'][0]} only"] if len(row["roles"]) == 1 else []),
    ]
    return stacked(row["contestant"], ", ".join(words))


def _score(row: Mapping[str, Any], board: str, printed: Callable[[float | None], str]) -> Markup:
    return stacked(printed(row[board]), interval(printed(row[f"{board}_ci_low"]), printed(row[f"{board}_ci_high"])))


def _percent(value: float | None) -> str:
    return percent(value, 1)
