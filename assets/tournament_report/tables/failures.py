"""What went wrong: why authors' environments were rejected, and why attempts that nobody won ended."""

from collections.abc import Mapping
from typing import Any

import polars as pl
from markupsafe import Markup

from assets.tournament_report.numbers import count, interval, percent
from assets.tournament_report.tables.drawn import Row, drawn, stacked

_NOUNS = {"author": "environments", "solver": "attempts"}


def failures(reasons: pl.DataFrame, role: str) -> Markup:
    """The table of one week's rows of the mart `failure_reasons` of one role, `author` or `solver`."""
    noun = _NOUNS[role]
    ordered = reasons.sort("contestant", "n", "reason", descending=[False, True, False])
    headings = {
        "contestant": role.capitalize(),
        "reason": "Reason",
        "whose": "Whose fault",
        "n": noun.capitalize(),
        "of": f"of all {noun}",
        "share": stacked("Share, %", "95 % interval"),
    }
    return drawn(f"failures-by-{role}", [_row(row) for row in ordered.iter_rows(named=True)], headings, left=3)


def _row(row: Mapping[str, Any]) -> Row:
    return {
        "contestant": row["contestant"],
        "reason": row["reason"].replace("_", " "),
        "whose": row["whose"],
        "n": count(row["n"]),
        "of": count(row["of"]),
        "share": stacked(
            percent(row["share"], 1), interval(percent(row["share_low"], 1), percent(row["share_high"], 1))
        ),
    }
