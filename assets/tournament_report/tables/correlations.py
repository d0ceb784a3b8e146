"""How the boards agree: solving against authoring, and each board with itself a week earlier."""

from collections.abc import Mapping
from typing import Any

import polars as pl
from markupsafe import Markup

from assets.tournament_report.numbers import NONE, correlation, count, interval, p_value
from assets.tournament_report.tables.drawn import Row, drawn, stacked

_STATISTICS = {
    "pearson": ("Pearson's r", "as measured"),
    "pearson_disattenuated": ("Pearson's r", "freed of noise"),
    "kendall_tau_b": ("Kendall's τ-b", "of the ranks"),
}


def correlations(board_correlations: pl.DataFrame) -> Markup:
    """The table of one week's rows of `board_correlations` that set a board against another."""
    by_pair = board_correlations.group_by("scope", "board", "other_board").agg(pl.struct(pl.all()).alias("rows"))
    ordered = by_pair.sort(pl.col("scope") != "week", "board", "other_board")
    headings = {"boards": stacked("Boards", "of the week or the season so far")}
    headings |= {statistic: stacked(*title) for statistic, title in _STATISTICS.items()}
    return drawn(
        "correlations-table",
        [_row(row, {found["statistic"]: found for found in row["rows"]}) for row in ordered.iter_rows(named=True)],
        headings | {"n": "Contestants"},
    )


def stability(board_correlations: pl.DataFrame) -> Markup:
    """The table of one week's rows of `board_correlations` that set a board against itself in the week before."""
    headings = {"board": "Board", "tau": stacked("Kendall's τ-b", "95 % interval"), "p": "p-value", "n": "Contestants"}
    cells = [
        {
            "board": _words(row["board"]),
            "tau": _correlation(row),
            "p": p_value(row["p_value"]),
            "n": count(row["n"]),
        }
        for row in board_correlations.sort("board").iter_rows(named=True)
    ]
    return drawn("stability-table", cells, headings)


def _row(pair: Mapping[str, Any], found: Mapping[str, Mapping[str, Any]]) -> Row:
    boards = f"{_words(pair['board'])} against {_words(pair['other_board'])}"
    return {
        "boards": stacked(boards, pair["scope"]),
        **{name: _correlation(found[name]) if name in found else NONE for name in _STATISTICS},
        "n": count(max(row["n"] for row in found.values())),
    }


def _correlation(row: Mapping[str, Any]) -> Markup:
    return stacked(correlation(row["value"]), interval(correlation(row["ci_low"]), correlation(row["ci_high"])))


def _words(board: str) -> str:
    return board.replace("_", " ")
