"""Extracts: what others wrote, made fit to stand in a prompt. It is quoted, short, and holds no seed."""

import json
import re

from assets.foreign_text import harmless

_LONG_NUMBER = re.compile(r"\d{10,}")
"""A seed has 19 digits, as good as always; fewer than 10 once in a thousand million."""


def quoted(text: str, characters: int) -> str:
    """A text as one JSON string of at most so many characters, its ends apart; the rest is cut off."""
    line = " ".join(without_seeds(harmless(text)).split())
    return json.dumps(line if len(line) <= characters else line[: characters - 1] + "…", ensure_ascii=False)


def without_seeds(text: str) -> str:
    """The text with a placeholder for each number that might be a seed."""
    return _LONG_NUMBER.sub("<number>", text)


def fenced(source: str) -> str:
    """A source as a code block, whose fence is longer than any in the source."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", source)), default=0))
    return f"{fence}python\n{source.rstrip()}\n{fence}"
