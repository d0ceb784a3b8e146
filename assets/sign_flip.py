"""The sign-flip test: would a sum of differences be as far from 0 if each difference had either sign?"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

type Array = NDArray[np.float64]
type Alternative = Literal["two-sided", "greater"]
"""Against what: that the sum is not 0, or that it is above 0."""

EXACT_UP_TO = 14
"""Differences up to which all sign patterns are listed; above, DRAWS are drawn."""

DRAWS = 20_000
_AT_ONCE = 1_000_000
"""Signs that are held at a time."""

_ROUNDING = 1e-12


def flipped_p(parts: Array, seed: int, alternative: Alternative = "two-sided") -> float:
    """The p-value of Σ parts when their signs are random: exact where they are few enough, else by draws.

    Args:
        parts: one a unit, at least one.
        seed: of the draws.
    """
    if parts.size <= EXACT_UP_TO:
        return exact_p(parts, alternative)
    return drawn_p(parts[:, None], seed, alternative)[0]


def exact_p(parts: Array, alternative: Alternative = "two-sided") -> float:
    """The p-value over all sign patterns."""
    patterns = np.arange(2**parts.size)
    signs = 1 - 2 * (patterns[:, None] >> np.arange(parts.size) & 1)
    return int(_extreme(signs @ parts, parts.sum(), alternative)) / patterns.size


def drawn_p(parts: Array, seed: int, alternative: Alternative = "two-sided") -> list[float]:
    """The p-value of each column over DRAWS patterns, which all columns share.

    The observed pattern is counted in (Phipson and Smyth 2010), so that no p-value is 0.

    Args:
        parts: shape (units, columns).
        seed: of the draws.
    """
    chance = np.random.default_rng(seed)
    observed = parts.sum(axis=0)
    extreme = np.zeros(parts.shape[1], np.int64)
    left = DRAWS
    while left:
        count = min(left, max(1, _AT_ONCE // len(parts)))
        signs = 1.0 - 2.0 * chance.integers(0, 2, size=(count, len(parts)), dtype=np.int8)
        extreme += _extreme(signs @ parts, observed, alternative)
        left -= count
    return [float(p) for p in (extreme + 1) / (DRAWS + 1)]


def _extreme(sums: Array, observed: Array | np.float64, alternative: Alternative) -> NDArray[np.int64]:
    """How many sums are at least as far from 0 as what was observed, or at least as large."""
    if alternative == "two-sided":
        sums, observed = np.abs(sums), np.abs(observed)
    return np.asarray((sums >= observed - _ROUNDING).sum(axis=0, dtype=np.int64))
