"""Similarity: how much two sources share once names, numbers and texts are put aside."""

import io
import keyword
import token
import tokenize
from collections.abc import Iterator
from functools import lru_cache

from assets.contract import LARGEST_SIMILARITY

SHINGLE = 5
"""Tokens in a shingle."""

_LAYOUT = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING),
    *(token.INDENT, token.DEDENT, token.ENDMARKER),
}


def similarity(a: str, b: str) -> float:
    """Jaccard index, in [0, 1], of the two sources' sets of 5-token shingles.

    Names, numbers and texts count as one token each, whatever they are; comments and layout don't count.
    """
    first, second = shingles(a), shingles(b)
    shared = len(first & second)
    return shared / (len(first) + len(second) - shared)


def near_copy(a: str, b: str) -> bool:
    """Whether two sources are too similar to be two environments (protocol section 3, `novel`)."""
    return similarity(a, b) > LARGEST_SIMILARITY


# Each new environment is compared with all earlier ones in turn: a season must fit (90 weeks of 90; 40 KB each).
@lru_cache(maxsize=8192)
def shingles(source: str) -> frozenset[tuple[str, ...]]:
    """The source's runs of SHINGLE tokens; one run of all where there are fewer."""
    tokens = list(tokens_of(source))
    return frozenset(tuple(tokens[start : start + SHINGLE]) for start in range(max(1, len(tokens) - SHINGLE + 1)))


def tokens_of(source: str) -> Iterator[str]:
    """The source's tokens but for comments and layout; a name, a number or a text is just that, whatever it says."""
    try:
        for item in tokenize.generate_tokens(io.StringIO(source).readline):
            if item.type not in _LAYOUT:
                yield _normal(item)
    except (tokenize.TokenError, SyntaxError):
        # Not Python to its end: what was read is compared.
        return


def _normal(item: tokenize.TokenInfo) -> str:
    if item.type == token.NAME and not keyword.iskeyword(item.string):
        return "name"
    if item.type == token.NUMBER:
        return "number"
    if item.type == token.STRING or token.tok_name[item.type].startswith("FSTRING"):
        return "text"
    return item.string
