"""Places: ranks that claim no more than the rank ranges do."""

from collections.abc import Sequence

from assets.tournament_report.numbers import NONE

type RankRange = tuple[int | None, int | None]
"""Best and worst rank that the resamples leave open; nulls where there is none."""


def places(ranges: Sequence[RankRange]) -> list[str]:
    """A place for each range: one more than the number of those told apart above, `=` where somebody is not told apart.

    Two are told apart when their ranges don't overlap. That is no ordering: of three, the middle one can share a place
    with both the others, which are told apart.
    """
    known = [(low, high) for low, high in ranges if low is not None and high is not None]
    return [NONE if low is None or high is None else _place(low, high, known) for low, high in ranges]


def _place(low: int, high: int, known: Sequence[tuple[int, int]]) -> str:
    above = sum(other_high < low for _, other_high in known)
    level = sum(other_low <= high and low <= other_high for other_low, other_high in known)
    return f"{'=' if level > 1 else ''}{above + 1}"
