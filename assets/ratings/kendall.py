"""Kendall's rank correlation τ-b, for many pairs of rankings at once, and how large it must be to mean anything."""

from fractions import Fraction
from math import factorial

import numpy as np
from numpy.typing import NDArray

type Array = NDArray[np.float64]


def kendall_tau_b(x: Array, y: Array) -> Array:
    """τ-b (Kendall 1945) of each row, shape (batch,); nan where x or y has no two different values.

    Args:
        x, y: shape (batch, n) each; a column in which either is nan is left out of that row.
    """
    first, second = np.triu_indices(x.shape[1], k=1)
    of_x, of_y = (np.sign(side[:, first] - side[:, second]) for side in (x, y))
    there = np.isfinite(of_x) & np.isfinite(of_y)
    of_x, of_y = np.where(there, of_x, 0), np.where(there, of_y, 0)
    scale = np.sqrt((of_x**2).sum(axis=1) * (of_y**2).sum(axis=1))
    return np.asarray(np.divide((of_x * of_y).sum(axis=1), scale, out=np.full(len(x), np.nan), where=scale > 0))


def smallest_significant_tau(n: int, level: float = 0.05) -> float | None:
    """The smallest |τ| of two rankings of n without ties whose two-sided exact p-value is at most `level`.

    None where even equal rankings could be chance. Of nine contestants it is 0.556.
    """
    pairs = n * (n - 1) // 2
    # Rankings by their number of discordant pairs: each further item can stand behind 0, 1, … of those before it.
    discordant = [1]
    for placed in range(2, n + 1):
        longer = [0] * (len(discordant) + placed - 1)
        for count, ways in enumerate(discordant):
            for more in range(placed):
                longer[count + more] += ways
        discordant = longer
    found, tail = None, 0
    for count in range((pairs + 1) // 2):
        tail += discordant[count]
        if 2 * tail > Fraction(str(level)) * factorial(n):
            break
        found = 1 - 2 * count / pairs
    return found
