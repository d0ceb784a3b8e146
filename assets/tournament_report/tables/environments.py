"""The week's environments: how hard they are, what their hints add, and what became of them."""

from collections.abc import Mapping
from typing import Any

import polars as pl
from markupsafe import Markup

from assets.foreign_text import harmless
from assets.tournament_report import anchors
from assets.tournament_report.numbers import NONE, correlation, count, interval, percent
from assets.tournament_report.tables.drawn import Row, drawn, stacked

_HEADINGS = {
    "title": stacked("Environment", "author, domain"),
    "verdict": "Verdict",
    "unaided": stacked("Unaided, %", "95 % interval"),
    "hinted": stacked("With hint, %", "95 % interval"),
    "attempts": stacked("Attempts unaided", "with hint"),
    "gain": stacked("Hint gain", "% points"),
    "discrimination": stacked("Discrimination", "0 to 1"),
    "turns": stacked("Turns", "mean"),
    "transcript": "Transcripts",
}


def environments(difficulty: pl.DataFrame, transcripts: Mapping[str, str]) -> Markup:
    """The table of one week's rows of the mart `environment_difficulty`.

    Args:
        transcripts: by environment_id, the id on the page of the transcripts that are shown.
    """
    ordered = difficulty.sort("environment_id")
    rows = [_row(row, transcripts.get(row["environment_id"])) for row in ordered.iter_rows(named=True)]
    return drawn("environments-table", rows, _HEADINGS, left=2)


def _row(row: Mapping[str, Any], transcript: str | None) -> Row:
    environment_id = row["environment_id"]
    title = stacked(harmless(row["title"] or environment_id), f"{row['author']}, {row['domain']}")
    return {
        "title": Markup('<span id="{}">{}</span>').format(anchors.of_environment(environment_id), title),
        "verdict": row["verdict"],
        "unaided": _share(row, "unaided_share"),
        "hinted": _share(row, "hinted_share"),
        "attempts": stacked(count(row["panel_attempts"]), count(row["hinted_attempts"])),
        "gain": percent(row["hint_gain"]),
        "discrimination": correlation(row["discrimination"]),
        "turns": count(row["mean_turns"]),
        "transcript": Markup('<a href="#{}">read</a>').format(transcript) if transcript else NONE,
    }


def _share(row: Mapping[str, Any], name: str) -> Markup:
    return stacked(percent(row[name]), interval(percent(row[f"{name}_low"]), percent(row[f"{name}_high"])))
