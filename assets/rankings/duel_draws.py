"""Duels in every resample: who would have won each had the environments been others, by the rule of the duel."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import special

from assets.pairwise_outcomes.matched_pairs import foreign
from assets.pairwise_outcomes.welch import LEVEL
from assets.rankings.evidence import WeekEvidence
from assets.rankings.resampling import Resamples

type Array = NDArray[np.float64]

_NO_SPREAD = 1e-12


def duel_draws(week: WeekEvidence, resamples: Resamples, contestants: Sequence[str]) -> Array:
    """The duels of a week in each resample: 1 the first wins, −1 the second, 0 a draw, nan no contest.

    Shape (resamples, pairs of contestants in the order of `itertools.combinations`). The rule is that of
    `assets.pairwise_outcomes.duels.play_off`: Welch's interval over environments leaves out 0, or where neither side
    has any spread the permutation test decides.
    """
    mean, share, n = _cells(week, resamples, contestants)
    first, second = np.array(list(combinations(range(len(contestants)), 2)), dtype=np.intp).reshape(-1, 2).T
    difference = mean[:, first, second] - mean[:, second, first]
    share_x, share_y = share[:, first, second], share[:, second, first]
    n_x, n_y = n[:, first, second], n[:, second, first]
    fewest = np.minimum(n_x, n_y)
    variance = np.where(fewest > 1, share_x + share_y, np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        freedom = variance**2 / (share_x**2 / (n_x - 1) + share_y**2 / (n_y - 1))
        p_value = 2 * special.stdtr(freedom, -np.abs(difference) / np.sqrt(variance))
        # Of all reassignments only the observed one, and its mirror image where the sides are equal, differ as much.
        rare = (1 + (n_x == n_y)) / special.binom(n_x + n_y, n_x)
    p_value = np.where(variance < _NO_SPREAD, np.where(np.abs(difference) < _NO_SPREAD, 1.0, rare), p_value)
    decided = p_value < 1 - LEVEL
    return np.where(fewest > 0, np.where(decided, np.sign(difference), 0.0), np.nan)


def _cells(week: WeekEvidence, resamples: Resamples, contestants: Sequence[str]) -> tuple[Array, Array, Array]:
    """Mean of u, variance of that mean, and environments, by resample, author and opponent.

    u is what an environment is worth to its author: the opponent's taught rate minus its solved rate.
    """
    place = {name: index for index, name in enumerate(contestants)}
    worth = (
        foreign(week.pairs)
        .group_by("author", "environment_id", "solver")
        .agg(u=(pl.col("taught").cast(pl.Int64) - pl.col("solved").cast(pl.Int64)).sum() / pl.len())
        .sort("author", "environment_id", "solver")
    )
    shape = (len(resamples.weights), len(contestants), len(contestants))
    mean, share, n = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    for (author,), part in worth.partition_by("author", as_dict=True).items():
        ids = part.get_column("environment_id").unique().sort().to_list()
        row = {name: index for index, name in enumerate(ids)}
        u, met = np.zeros((len(ids), len(contestants))), np.zeros((len(ids), len(contestants)))
        at = ([row[e] for e in part["environment_id"]], [place[s] for s in part["solver"]])
        u[at], met[at] = part["u"], 1
        weights = resamples.weights[:, [resamples.place[name] for name in ids]]
        # Rounded, so that sides with as many environments have equal counts.
        count, total, squares = (weights @ met).round(9), weights @ u, weights @ (u * u)
        of = place[str(author)]
        n[:, of] = count
        mean[:, of] = total / np.maximum(count, 1)
        spread = np.maximum(squares - total * mean[:, of], 0) / np.maximum(count - 1, 1)
        share[:, of] = np.where(spread < _NO_SPREAD, 0, spread) / np.maximum(count, 1)
    return mean, share, n
