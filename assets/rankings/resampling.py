"""Resampling: the tournament as it could have been, had the authors written other environments of their kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from assets.rankings.evidence import Evidence

type Array = NDArray[np.float64]

RESAMPLES = 1000


@dataclass(frozen=True)
class Resamples:
    """How much each environment counts in each resample.

    Attributes:
        environments: their ids, sorted.
        weights: shape (resamples, environments).
    """

    environments: list[str]
    weights: Array

    @cached_property
    def place(self) -> dict[str, int]:
        """Column of each environment."""
        return {name: index for index, name in enumerate(self.environments)}

    def means(self, terms: pl.DataFrame, contestants: Sequence[str]) -> Array:
        """A score in each resample, shape (resamples, contestants); nan where nothing that was drawn counts for it.

        Args:
            terms: what `assets.rankings.terms` describes.
        """
        total, strata = (np.zeros((len(self.weights), len(contestants))) for _ in range(2))
        row = {name: index for index, name in enumerate(contestants)}
        for _, part in sorted(terms.partition_by("stratum", as_dict=True).items()):
            columns, column = np.unique([self.place[e] for e in part["environment_id"]], return_inverse=True)
            size, sum_x = (np.zeros((len(contestants), columns.size)) for _ in range(2))
            at = ([row[c] for c in part["contestant"]], column)
            size[at] = part["size"]
            sum_x[at] = part["size"] * part["x"]
            weights = self.weights[:, columns]
            drawn = weights @ size.T
            met = drawn > 0
            total += np.divide(weights @ sum_x.T, drawn, out=np.zeros_like(drawn), where=met)
            strata += met
        return np.divide(total, strata, out=np.full_like(total, np.nan), where=strata > 0)


def resample(evidence: Evidence, seed: int, resamples: int = RESAMPLES) -> Resamples:
    """Draw environments with replacement, each author's of each week by themselves.

    Of n environments n − 1 are drawn, and each counts n/(n − 1): drawing n would understate the spread by (n − 1)/n, a
    third where an author has three (Rao and Wu 1988). One environment alone stays as it is.
    """
    frame = evidence.environments.with_row_index("column")
    weights = np.ones((resamples, frame.height))
    chance = np.random.default_rng(seed)
    for columns in frame.group_by("week", "author", maintain_order=True).agg("column").get_column("column"):
        n = len(columns)
        if n > 1:
            drawn = chance.multinomial(n - 1, np.full(n, 1 / n), size=resamples)
            weights[:, columns.to_numpy()] = drawn * (n / (n - 1))
    return Resamples(frame.get_column("environment_id").to_list(), weights)
