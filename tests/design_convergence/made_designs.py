"""Designs made up for the tests: sources that are alike as far as their parts are the same."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import polars as pl

from assets.admitted import no_designs

FIRST = date(2026, 9, 7)
OPERATORS = ("+", "-", "*", "/", "%", "//", "|", "&", "^", "<<", ">>", "and", "or", "is", "in", "<")


def week(number: int) -> date:
    """The season's weeks: 0, 1, …"""
    return FIRST + timedelta(weeks=number)


def source(parts: Sequence[int]) -> str:
    """A class of a method for each part; parts that are shared are shared shingles."""
    methods = (
        f"    def m{part}(self):\n        return 1 {_pair(part)} 2 {_pair(part // len(OPERATORS) + part)} 3\n"
        for part in parts
    )
    return "class Task:\n    value = 0\n" + "".join(methods)


def _pair(part: int) -> str:
    return OPERATORS[part % len(OPERATORS)]


def designs(sources: Mapping[tuple[int, str], Sequence[str]]) -> pl.DataFrame:
    """What `History.played_before` and a week together hold.

    Args:
        sources: by (week's number, author), a source an environment.
    """
    rows = [
        {
            "week": week(number),
            "environment_id": f"{week(number)}/{author}/env_{slot:03d}",
            "author": author,
            "domain": "optimization",
            "title": "Task",
            "class_name": "Task",
            "source": text,
            "max_turns": 5,
        }
        for (number, author), texts in sources.items()
        for slot, text in enumerate(texts, start=1)
    ]
    return pl.DataFrame(rows, schema=no_designs().schema, orient="row").sort("environment_id")
