"""The week's duels: who beat whom, by how much, and how it stood between the two so far."""

from collections.abc import Mapping
from typing import Any

import polars as pl
from markupsafe import Markup

from assets.tournament_report.numbers import count, interval, p_value, percent
from assets.tournament_report.tables.drawn import Row, drawn, stacked

_HEADINGS = {
    "duel": "Duel",
    "result": "Result",
    "margin": stacked("Margin, % points", "95 % interval"),
    "p": stacked("p-value", "Holm"),
    "environments": "Environments",
    "so_far": stacked("So far", "won, lost, drawn"),
}


def duels(duel_log: pl.DataFrame) -> Markup:
    """The table of one week's rows of the mart `duel_log`."""
    ordered = duel_log.sort("contestant_a", "contestant_b")
    return drawn("duels-table", [_row(row) for row in ordered.iter_rows(named=True)], _HEADINGS, left=2)


def _row(row: Mapping[str, Any]) -> Row:
    def margin(value: float | None) -> str:
        return percent(value, 1)

    return {
        "duel": f"{row['contestant_a']} against {row['contestant_b']}",
        "result": f"{row['winner']} wins" if row["winner"] else row["result"].replace("_", " "),
        "margin": stacked(margin(row["margin"]), interval(margin(row["ci_low"]), margin(row["ci_high"]))),
        "p": stacked(p_value(row["p_value"]), p_value(row["p_holm"])),
        "environments": f"{count(row['environments_a'])} + {count(row['environments_b'])}",
        "so_far": f"{count(row['a_wins'])}, {count(row['b_wins'])}, {count(row['draws'])}",
    }
