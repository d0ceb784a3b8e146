"""Crossed counts: how often each solver won and lost on each environment of somebody else."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from assets.pairwise_outcomes.matched_pairs import foreign
from assets.rankings.evidence import Evidence
from assets.rankings.resampling import Resamples

type Array = NDArray[np.float64]


@dataclass(frozen=True)
class Crossed:
    """Counts over everybody in the evidence.

    Attributes:
        wins, trials: shape (environments, everybody).
        author: who wrote each environment, as a place among everybody, shape (environments,).
    """

    wins: Array
    trials: Array
    author: NDArray[np.intp]

    @property
    def met(self) -> NDArray[np.bool_]:
        """Whether solver and environment met, shape (environments, everybody)."""
        return self.trials > 0

    @property
    def wrote(self) -> Array:
        """1 where the author wrote the environment and somebody met it, shape (everybody, environments)."""
        wrote = np.zeros(self.trials.shape[::-1])
        wrote[self.author, np.arange(self.author.size)] = self.met.any(axis=1)
        return wrote


def crossed(evidence: Evidence, resamples: Resamples, rows: pl.DataFrame, won: str, lost: str) -> Crossed:
    """Count rows by outcome.

    Args:
        rows: environment_id, author, solver and the two outcomes as flags; rows with neither are left out.
    """
    place = evidence.place
    counts = (
        foreign(rows)
        .group_by("environment_id", "solver")
        .agg(pl.col(won, lost).sum().cast(pl.Float64))
        .sort("environment_id", "solver")
    )
    at = ([resamples.place[e] for e in counts["environment_id"]], [place[s] for s in counts["solver"]])
    wins, trials = (np.zeros((len(resamples.environments), len(place))) for _ in range(2))
    wins[at] = counts[won]
    trials[at] = counts[won] + counts[lost]
    author = np.array([place[name] for name in evidence.environments["author"]], dtype=np.intp)
    return Crossed(wins, trials, author)


def candidates(evidence: Evidence, with_role: Sequence[str], met: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Those who have the role in the last week and have met anything, shape (everybody,)."""
    return met & np.isin(np.array(evidence.everybody, dtype=object), with_role)
