"""The permutation test of a duel: would another split of the environments over the two authors differ as much?"""

from functools import lru_cache
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

EXACT_UP_TO = 20_000
"""Reassignments that are listed in full; where there are more, this many are drawn."""

_ROUNDING = 1e-12
"""Statistics closer than this are the same number, summed in another order."""


def permutation_p(x: NDArray[np.float64], y: NDArray[np.float64], seed: int) -> float:
    """Two-sided p-value of |mean(x) − mean(y)| when the values are reassigned to two sides of the same sizes.

    Exact where there are at most EXACT_UP_TO reassignments; else over that many draws, the observed one counted in
    (Phipson and Smyth 2010), so that it is never 0.

    Args:
        x, y: one value an environment, at least one on each side.
        seed: of the draws.
    """
    values = np.concatenate([x, y])
    sides, exact = _reassignments(x.size, y.size, seed)
    sums = values[sides].sum(axis=1)
    differences = sums / x.size - (values.sum() - sums) / y.size
    extreme = int((np.abs(differences) >= abs(x.mean() - y.mean()) - _ROUNDING).sum())
    return extreme / len(sides) if exact else (extreme + 1) / (len(sides) + 1)


@lru_cache(maxsize=4)
def _reassignments(n_x: int, n_y: int, seed: int) -> tuple[NDArray[np.intp], bool]:
    """Which of n_x + n_y values go to x's side, shape (reassignments, n_x); and whether these are all there are.

    Cached: the duels of a week mostly have the same sizes.
    """
    total = n_x + n_y
    count = comb(total, n_x)
    if count <= EXACT_UP_TO:
        listed = chain.from_iterable(combinations(range(total), n_x))
        return np.fromiter(listed, np.intp, count * n_x).reshape(count, n_x), True
    everyone = np.broadcast_to(np.arange(total, dtype=np.intp), (EXACT_UP_TO, total))
    return np.random.default_rng([seed, n_x, n_y]).permuted(everyone, axis=1)[:, :n_x], False
