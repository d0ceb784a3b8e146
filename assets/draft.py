"""A draft: what an author's answer holds once it has been read, that is a title, a hint and one class."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from assets.thoughts import without_thoughts
from assets.validation.parsing import UnparsableSource, default_turns, method, parse_source, public_classes

# Written so that reading takes time linear in the answer's length, whatever a model writes.
_TITLE = re.compile(r"^[#* \t]*title[* \t]*:(.+)$", re.IGNORECASE | re.MULTILINE)
_OPENING = re.compile(r"(`{3,}|~{3,})[ \t]*(?:python3?|py)?", re.IGNORECASE)
_CLASS = re.compile(r"^class\s+\w", re.MULTILINE)
_MAX_TITLE = 200
_MAX_FENCES = 20
"""Closing fences of one block that are tried."""


class UnreadableDraft(ValueError):
    """An author's answer that lacks a part; the text is the finding that goes back to the author."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A readable answer of an author.

    Attributes:
        class_name: the source's public class; where there are several, the first that has reset and step.
    """

    title: str
    hint: str
    source: str
    class_name: str

    @property
    def declared_turns(self) -> int | None:
        """N of its ``__init__(self, max_turns=N)``, None where it declares none."""
        classes = {node.name: node for node in public_classes(parse_source(self.source))}
        return default_turns(classes[self.class_name])

    def max_turns(self, cap: int) -> int:
        """The environment's own turn cap where it lies in 1 to `cap`, else `cap`."""
        declared = self.declared_turns
        return declared if declared is not None and 1 <= declared <= cap else cap


def read_draft(completion: str | None) -> Draft:
    """Read an author's answer: the last code block that defines a class, and the last hint beside it.

    Raises:
        UnreadableDraft: the answer has no hint, no code block with a class, or the class can't be parsed.
    """
    source, rest = _split(without_thoughts(completion or ""))
    hint = _last_hint(rest)
    if not hint:
        raise UnreadableDraft("no hint")
    try:
        classes = public_classes(parse_source(source))
    except UnparsableSource as error:
        raise UnreadableDraft(str(error)) from None
    if not classes:
        raise UnreadableDraft("the code block has no public class at its top level")
    environment = next((c for c in classes if method(c, "reset") and method(c, "step")), classes[0])
    title = _TITLE.search(rest)
    return Draft(
        title=(title[1].strip("#* \t")[:_MAX_TITLE] if title else "") or environment.name,
        hint=hint,
        source=source,
        class_name=environment.name,
    )


def _last_hint(text: str) -> str:
    """The last text in hint tags, blanks around it dropped; empty where there is none."""
    end = text.rfind("</hint>")
    start = text.rfind("<hint>", 0, max(end, 0))
    return text[start + len("<hint>") : end].strip() if start >= 0 else ""


def _split(answer: str) -> tuple[str, str]:
    """The last code block that defines a class, and the answer without it."""
    lines = answer.splitlines(keepends=True)
    found: tuple[int, int] | None = None
    for start, end in _blocks(lines):
        if _CLASS.search("".join(lines[start + 1 : end])):
            found = start, end
    if found is None:
        raise UnreadableDraft("no code block that defines a class" if _last_hint(answer) else "no hint")
    start, end = found
    if end == len(lines):
        raise UnreadableDraft("the code block is not closed (often the token limit)")
    return "".join(lines[start + 1 : end]), "".join(lines[:start] + lines[end + 1 :])


def _blocks(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Fenced blocks as (line of the opening fence, line of the closing one); an open one closes at `len(lines)`."""
    place = 0
    while place < len(lines):
        opening = _OPENING.fullmatch(lines[place].strip())
        if opening is None:
            place += 1
            continue
        end = _closing(lines, place, opening[1])
        yield place, end
        place = end + 1


def _closing(lines: list[str], start: int, fence: str) -> int:
    """Where a block ends: at the first closing fence that leaves whole Python (a docstring can hold fences of its own),
    else at the first one."""
    closing = (place for place in range(start + 1, len(lines)) if lines[place].strip() == fence)
    candidates = list(islice(closing, _MAX_FENCES))
    for end in candidates:
        try:
            parse_source("".join(lines[start + 1 : end]))
        except UnparsableSource:
            continue
        return end
    return candidates[0] if candidates else len(lines)
