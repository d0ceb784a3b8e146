"""An excerpt: a foreign text, made harmless and cut in its middle where it is too long for the page."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import escape

from assets.foreign_text import harmless


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What is shown of a text.

    Attributes:
        head: its beginning, or all of it.
        left_out: how many characters are not shown.
        tail: its end, empty where nothing is left out.
    """

    head: str
    left_out: int = 0
    tail: str = ""


def excerpt(text: str, limit: int) -> Excerpt:
    """At most `limit` bytes of the text as they stand on the page, half of them from its end."""
    shown = harmless(text)
    if bytes_on_page(shown) <= limit:
        return Excerpt(shown)
    half = limit // 2
    head = shown[: _fitting(shown, half)]
    tail_length = _fitting(shown[::-1], half)
    tail = shown[len(shown) - tail_length :]
    return Excerpt(head, len(shown) - len(head) - len(tail), tail)


def bytes_on_page(text: str) -> int:
    """Bytes of UTF-8 that a harmless text takes once it is escaped."""
    return len(escape(text).encode())


def fair_limit(sizes: Sequence[int], budget: int) -> int:
    """The largest limit that all texts together, each cut to it where it is longer, keep within the budget."""
    left = budget
    for place, size in enumerate(sorted(sizes)):
        share = left // (len(sizes) - place)
        if size > share:
            return share
        left -= size
    return max(sizes, default=0)


def _fitting(text: str, limit: int) -> int:
    """Length of a beginning of the text that takes at most `limit` bytes, and nearly as many where it can."""
    length = min(len(text), limit)
    while (size := bytes_on_page(text[:length])) > limit:
        length = length * limit // size
    return length
