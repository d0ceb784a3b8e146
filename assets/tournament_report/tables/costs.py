"""What each contestant cost, in tokens and in dollars, and what that bought."""

from collections.abc import Mapping
from typing import Any

import polars as pl
from markupsafe import Markup

from assets.tournament_report.numbers import NONE, count, dollars
from assets.tournament_report.tables.drawn import Row, drawn, stacked

_HEADINGS = {
    "contestant": "Contestant",
    "authoring": stacked("Authoring, USD", "thousand tokens"),
    "probing": stacked("Probing, USD", "thousand tokens"),
    "solving": stacked("Solving, USD", "thousand tokens"),
    "faults": "Faults, USD",
    "cost": "All, USD",
    "unpriced": stacked("Unpriced", "environments, probes, attempts"),
    "successes": "Successes",
    "success": stacked("USD a success", "tokens a success"),
    "taught": "Taught pairs",
    "taught_cost": "USD a taught pair",
}


def costs(contestant_costs: pl.DataFrame) -> Markup:
    """The table of one week's rows of one scope of the mart `contestant_costs`."""
    ordered = contestant_costs.sort("contestant")
    return drawn("costs-table", [_row(row) for row in ordered.iter_rows(named=True)], _HEADINGS)


def _row(row: Mapping[str, Any]) -> Row:
    def tokens(step: str) -> str:
        return count((row[f"{step}_tokens_in"] + row[f"{step}_tokens_out"]) / 1000)

    def each(cost: str, number: str) -> str:
        return dollars(row[cost]) if row[number] else NONE

    return {
        "contestant": row["contestant"],
        "authoring": stacked(dollars(row["authoring_cost_usd"]), tokens("authoring")),
        "probing": stacked(dollars(row["probing_cost_usd"]), tokens("probing")),
        "solving": stacked(dollars(row["solving_cost_usd"]), tokens("solving")),
        "faults": dollars(row["faults_cost_usd"]),
        "cost": dollars(row["cost_usd"]),
        "unpriced": count(row["unpriced"]),
        "successes": count(row["successes"]),
        "success": stacked(each("cost_per_success_usd", "successes"), count(row["tokens_per_success"])),
        "taught": count(row["taught"]),
        "taught_cost": each("cost_per_taught_usd", "taught"),
    }
