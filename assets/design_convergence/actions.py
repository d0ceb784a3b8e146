"""Actions: what kind of text wins an environment, and how many of them it takes, read off its certificates."""

import re
from collections.abc import Sequence

_NUMBER = r"[+-]?\d+(\.\d+)?(/\d+)?"
_KINDS = {
    "letter": re.compile(r"[^\W\d_]"),
    "number": re.compile(_NUMBER),
    "numbers": re.compile(rf"[(\[]?{_NUMBER}([\s,;:()\[\]]+{_NUMBER})+[)\]]?"),
    "word": re.compile(r"\S+"),
}
_WIDER = {frozenset({"letter", "word"}): "word", frozenset({"number", "numbers"}): "numbers"}


def action_space(certificates: Sequence[Sequence[str]]) -> str:
    """One of `assets.tables.ACTION_SPACES`: what all actions are.

    Letters beside words are words, and a number beside lists of numbers is a list of one; what else is mixed is text.

    Args:
        certificates: the winning actions of each benchmark seed, without boxes.
    """
    kinds = frozenset(_kind(action.strip()) for actions in certificates for action in actions)
    if len(kinds) == 1:
        return next(iter(kinds))
    return _WIDER.get(kinds, "text")


def mean_length(certificates: Sequence[Sequence[str]]) -> float:
    """Actions of a certificate, mean over the seeds; 0 without any."""
    return sum(map(len, certificates)) / max(1, len(certificates))


def _kind(action: str) -> str:
    return next((name for name, pattern in _KINDS.items() if pattern.fullmatch(action)), "text")
