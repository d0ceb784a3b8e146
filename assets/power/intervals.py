"""The project's 95 % intervals over environments, for many simulated tournaments at once.

The same numbers as `welch_interval` (duels) and `estimates` (mean scores) give one at a time, to which tests hold them.
Where those give none, nothing is known: the interval is then the whole range, −1 to 1.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from assets.confidence import LEVEL
from assets.power.quadrature import Array

_ROUNDING = 1e-12


def margin_intervals(of_a: Array, of_b: Array) -> tuple[Array, Array]:
    """Lower and upper ends of the margin, half the difference of mean u: Welch's t, cut to [−1, 1].

    Args:
        of_a, of_b: u on each side's environments, shape (simulations, environments), at least 2 environments.

    Returns:
        Two arrays of shape (simulations,).
    """
    environments = of_a.shape[1]
    share_a, share_b = (
        np.where(np.ptp(side, axis=1) == 0, 0, side.var(axis=1, ddof=1) / environments) for side in (of_a, of_b)
    )
    variance = share_a + share_b
    known = variance > 0
    freedom = np.ones_like(variance)
    squares = share_a**2 + share_b**2
    freedom[known] = variance[known] ** 2 / (squares[known] / (environments - 1))
    return _interval((of_a.mean(axis=1) - of_b.mean(axis=1)) / 2, np.sqrt(variance) / 2, freedom, known)


def duels_decided(of_a: Array, of_b: Array, low: Array, high: Array) -> NDArray[np.bool_]:
    """Whether each duel has a winner, as `play_off` decides: by the interval, or without one by the permutation test.

    Args:
        of_a, of_b: u on each side's environments, shape (simulations, environments).
        low, high: what `margin_intervals` returns of them.
    """
    environments = of_a.shape[1]
    decided = (low > 0) | (high < 0)
    # Both sides constant and unlike: of all reassignments only this one and its mirror image differ as much.
    if 2 / comb(2 * environments, environments) <= 1 - LEVEL:
        constant = (np.ptp(of_a, axis=1) == 0) & (np.ptp(of_b, axis=1) == 0)
        decided |= constant & (of_a[:, 0] != of_b[:, 0])
    return np.asarray(decided)


def mean_intervals(differences: Array) -> tuple[Array, Array]:
    """Lower and upper ends of the mean over environments: Student's t, cut to [−1, 1].

    Args:
        differences: shape (simulations, environments), at least 2 environments.

    Returns:
        Two arrays of shape (simulations,).
    """
    environments = differences.shape[1]
    error = differences.std(axis=1, ddof=1) / np.sqrt(environments)
    known = np.ptp(differences, axis=1) > _ROUNDING
    return _interval(differences.mean(axis=1), error, np.full_like(error, environments - 1), known)


def _interval(value: Array, error: Array, freedom: Array, known: NDArray[np.bool_]) -> tuple[Array, Array]:
    reach = stats.t.ppf((1 + LEVEL) / 2, freedom) * error
    return (
        np.where(known, np.maximum(-1, value - reach), -1),
        np.where(known, np.minimum(1, value + reach), 1),
    )
