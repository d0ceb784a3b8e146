"""Words that captions share."""

from collections.abc import Iterable, Sequence


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: a, b and c."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def spanned(numbers: Sequence[int]) -> str:
    """The least and the most of some counts."""
    least, most = min(numbers), max(numbers)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def counted(n: int, one: str, many: str = "") -> str:
    """A count with its noun."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def left_out(why: str, names: Sequence[str]) -> str:
    """A sentence on who isn't drawn; empty for nobody."""
    return f" Not drawn, {why}: {listed(names)}." if names else ""
