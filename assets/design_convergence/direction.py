"""Direction: whether an author follows another more than shared style alone would have it."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

type Array = NDArray[np.float64]

FEWEST_FOR_TEST = 5
"""Weeks that follow another; of four the smallest p-value is 1/16."""

EXACT_UP_TO = 14
"""Weeks up to which all exchanges are listed; above, DRAWS are drawn."""

DRAWS = 20_000
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Direction:
    """By how much one follows more closely than the other way round in time; None where there is nothing to compare."""

    weeks: int = 0
    excess: float | None = None
    p: float | None = None


def direction(follows: Array, backwards: Array, seed: int) -> Direction:
    """The mean of follows − backwards over the weeks, and the one-sided p-value that it is above 0.

    Were nobody following anybody, the week before would be as good a match as the week after, however alike the two
    authors are: `follows` and `backwards` of a week could be exchanged. p is the share of exchanges whose mean is at
    least as large. Exact where there are at most EXACT_UP_TO weeks; else over DRAWS, the observed one counted in
    (Phipson and Smyth 2010). The differences of neighbouring weeks pull against each other, which makes p too large
    rather than too small.

    Args:
        follows, backwards: those of `Resemblance` of one pair of authors, shape (weeks,), nan where not known.
    """
    differences = follows - backwards
    differences = differences[np.isfinite(differences)]
    weeks = differences.size
    if not weeks:
        return Direction()
    excess = float(differences.mean())
    if weeks < FEWEST_FOR_TEST:
        return Direction(weeks, excess)
    signs, exact = _signs(weeks, seed)
    extreme = int((signs @ differences >= differences.sum() - _ROUNDING).sum())
    p = extreme / len(signs) if exact else (extreme + 1) / (len(signs) + 1)
    return Direction(weeks, excess, p)


@lru_cache(maxsize=4)
def _signs(n: int, seed: int) -> tuple[Array, bool]:
    """Signs of n differences, shape (exchanges, n); and whether these are all there are."""
    exact = n <= EXACT_UP_TO
    if exact:
        minus = np.arange(2**n)[:, None] >> np.arange(n) & 1
    else:
        minus = np.random.default_rng([seed, n]).integers(0, 2, (DRAWS, n))
    return np.where(minus, -1.0, 1.0), exact
