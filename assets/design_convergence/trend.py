"""The trend of a weekly number: its slope with an interval, and whether it rises by more than chance."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from assets.slope import slope_of

type Array = NDArray[np.float64]

FEWEST_FOR_TEST = 4
"""Of three weeks even the best order has a p-value of 1/6."""

EXACT_UP_TO = 20_000
"""Orders of the weeks that are listed in full (7 weeks have 5,040); where there are more, this many are drawn."""

_ROUNDING = 1e-12
"""Sums closer than this are the same number, summed in another order."""


@dataclass(frozen=True, slots=True)
class Trend:
    """A number's change a week, with its 95 % interval and one-sided p-value.

    All are None where there are too few weeks; the interval is, too, where the weeks lie on a line.
    """

    weeks: int
    slope: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None


def trend(weeks: Array, values: Array, seed: int) -> Trend:
    """The slope over the weeks whose value is known (`assets.slope`), and a permutation test that it rises.

    Were the weeks alike, every order of their values would be as likely as the one seen: p is the share of orders whose
    slope is at least as large. Exact where there are at most EXACT_UP_TO orders; else over that many draws, the
    observed one counted in (Phipson and Smyth 2010), so that it is never 0.

    Args:
        weeks: shape (weeks,), ascending; need not be evenly spaced.
        values: shape (weeks,), nan where not known.
        seed: of the draws; all series of a length share them.
    """
    known = np.isfinite(values)
    x, y = weeks[known], values[known]
    slope = slope_of(x, y)
    if slope is None:
        return Trend(x.size)
    p = rising_p(x, y, seed) if x.size >= FEWEST_FOR_TEST else None
    return Trend(x.size, slope.value, slope.ci_low, slope.ci_high, p)


def rising_p(x: Array, y: Array, seed: int) -> float:
    """One-sided p-value of the slope of y over x when the values of y come in any order.

    Args:
        x, y: shape (weeks,).
    """
    orders, exact = _orders(x.size, seed)
    centred = x - x.mean()
    # The slope's denominator is the same in every order.
    extreme = int((centred[orders] @ y >= centred @ y - _ROUNDING).sum())
    return extreme / len(orders) if exact else (extreme + 1) / (len(orders) + 1)


@lru_cache(maxsize=4)
def _orders(n: int, seed: int) -> tuple[NDArray[np.intp], bool]:
    """Orders of n weeks, shape (orders, n); and whether these are all there are."""
    count = factorial(n)
    if count <= EXACT_UP_TO:
        listed = chain.from_iterable(permutations(range(n)))
        return np.fromiter(listed, np.intp, count * n).reshape(count, n), True
    everyone = np.broadcast_to(np.arange(n, dtype=np.intp), (EXACT_UP_TO, n))
    return np.random.default_rng([seed, n]).permuted(everyone, axis=1), False
