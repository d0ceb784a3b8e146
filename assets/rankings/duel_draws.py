"""Duels in every resample: who would have won each had the environments been others, by the rule of the duel."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import special

from assets.confidence import LEVEL
from assets.pairwise_outcomes.matched_pairs import foreign
from assets.rankings.evidence import WeekEvidence
from assets.rankings.resampling import Resamples

type Array = NDArray[np.float64]

_ROUNDING = 1e-12


def duel_draws(week: WeekEvidence, resamples: Resamples, contestants: Sequence[str]) -> Array:
    """The duels of a week in each resample: 1 the first wins, −1 the second, 0 a draw, nan no contest.

    Shape (resamples, pairs of contestants in the order of `itertools.combinations`). The rule is that of
    `assets.pairwise_outcomes.duels.play_off`: Welch's interval over environments leaves out 0, or where neither side
    has any spread the permutation test decides. The margin is the resample's, its error the week's own: a resample of
    few environments would show too small a one.
    """
    cells = _cells(week, resamples, contestants)
    first, second = np.array(list(combinations(range(len(contestants)), 2)), dtype=np.intp).reshape(-1, 2).T
    difference = cells.drawn[:, first, second] - cells.drawn[:, second, first]
    share_x, share_y = cells.share[first, second], cells.share[second, first]
    n_x, n_y = cells.n[first, second], cells.n[second, first]
    fewest = np.minimum(n_x, n_y)
    variance = np.where(fewest > 1, share_x + share_y, np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        freedom = variance**2 / (share_x**2 / (n_x - 1) + share_y**2 / (n_y - 1))
        p_value = 2 * special.stdtr(freedom, -np.abs(difference) / np.sqrt(variance))
        # Of all reassignments only the observed one, and its mirror image where the sides are equal, differ as much.
        rare = (1 + (n_x == n_y)) / special.binom(n_x + n_y, n_x)
    p_value = np.where(variance == 0, np.where(np.abs(difference) < _ROUNDING, 1.0, rare), p_value)
    decided = p_value < 1 - LEVEL
    contest = (fewest > 0) & np.isfinite(difference)
    return np.where(contest, np.where(decided, np.sign(difference), 0.0), np.nan)


@dataclass(frozen=True)
class _Cells:
    """What the environments of each author are worth against each opponent, by author and opponent.

    Attributes:
        drawn: mean worth in each resample, shape (resamples, contestants, contestants); nan where none was drawn.
        share: variance of the week's own mean, shape (contestants, contestants).
        n: environments of the week, shape (contestants, contestants).
    """

    drawn: Array
    share: Array
    n: Array


def _cells(week: WeekEvidence, resamples: Resamples, contestants: Sequence[str]) -> _Cells:
    """u, an environment's worth to its author, is the opponent's taught rate minus its solved rate."""
    place = {name: index for index, name in enumerate(contestants)}
    worth = (
        foreign(week.pairs)
        .group_by("author", "environment_id", "solver")
        .agg(u=(pl.col("taught").cast(pl.Int64) - pl.col("solved").cast(pl.Int64)).sum() / pl.len())
        .sort("author", "environment_id", "solver")
    )
    count = len(contestants)
    cells = _Cells(
        np.full((len(resamples.weights), count, count), np.nan), np.zeros((count, count)), np.zeros((count, count))
    )
    for (author,), part in worth.partition_by("author", as_dict=True).items():
        ids = part.get_column("environment_id").unique().sort().to_list()
        row = {name: index for index, name in enumerate(ids)}
        u, met = np.zeros((len(ids), count)), np.zeros((len(ids), count))
        at = ([row[e] for e in part["environment_id"]], [place[s] for s in part["solver"]])
        u[at], met[at] = part["u"], 1
        weights = resamples.weights[:, [resamples.place[name] for name in ids]]
        there, of = weights @ met, place[str(author)]
        np.divide(weights @ u, there, out=cells.drawn[:, of], where=there > 0)
        n = met.sum(axis=0)
        mean = u.sum(axis=0) / np.maximum(n, 1)
        spread = (met * (u - mean) ** 2).sum(axis=0) / np.maximum(n - 1, 1)
        # Rates are quotients of small integers: what is left of equal ones is rounding.
        cells.share[of] = np.where(spread < _ROUNDING, 0, spread) / np.maximum(n, 1)
        cells.n[of] = n
    return cells
