"""Ranks: who stands where, and how sure that is when the environments could have been others."""

import numpy as np
from numpy.typing import NDArray

from assets.confidence import TAIL

type Array = NDArray[np.float64]

DIGITS = 9
"""Values that agree to this many digits after the point are ties: they differ by rounding only."""


def ranks(values: Array) -> Array:
    """1 is the highest value; ties share the smaller rank; nan without a value.

    Args:
        values: shape (…, contestants), nan where there is none.
    """
    return np.where(np.isfinite(values), 1.0 + _beaten_by(values), np.nan)


def rank_interval(draws: Array, rank: Array) -> tuple[Array, Array]:
    """Best and worst rank that 95 % of the resamples leave to each contestant (percentiles of its ranks).

    A tie counts for the best rank and against the worst. The interval is stretched to hold the contestant's rank. nan
    for a contestant that no resample ranks.

    Args:
        draws: the score in each resample, shape (resamples, contestants).
        rank: shape (contestants,).
    """
    best = ranks(draws)
    worst = best + _tied_with(draws) - 1
    low, high = (np.full(rank.shape, np.nan) for _ in range(2))
    for contestant in np.flatnonzero(np.isfinite(rank)):
        drawn = np.isfinite(best[:, contestant])
        if drawn.any():
            low[contestant] = np.quantile(best[drawn, contestant], TAIL, method="inverted_cdf")
            high[contestant] = np.quantile(worst[drawn, contestant], 1 - TAIL, method="inverted_cdf")
    return np.minimum(low, rank), np.maximum(high, rank)


def shares_of_first(draws: Array) -> Array:
    """In which share of the resamples each contestant is first, shape (contestants,); ties share a first place.

    Resamples that rank nobody are left out; nan where they all are.
    """
    first = ranks(draws) == 1
    tied = first.sum(axis=1)
    ranking = tied > 0
    if not ranking.any():
        return np.full(draws.shape[1], np.nan)
    return np.asarray((first[ranking] / tied[ranking, None]).mean(axis=0))


def _beaten_by(values: Array) -> Array:
    """How many lie higher, shape as values. Comparisons with nan are false."""
    rounded = np.round(values, DIGITS)
    return np.asarray((rounded[..., None, :] > rounded[..., :, None]).sum(axis=-1, dtype=np.float64))


def _tied_with(values: Array) -> Array:
    """How many lie level, itself counted, shape as values."""
    rounded = np.round(values, DIGITS)
    return np.asarray((rounded[..., None, :] == rounded[..., :, None]).sum(axis=-1, dtype=np.float64))
