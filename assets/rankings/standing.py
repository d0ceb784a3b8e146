"""A standing: one board's numbers, an entry a ranked contestant, and the same scores in every resample."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from assets.rankings.ranks import rank_interval, ranks, shares_of_first

type Array = NDArray[np.float64]


@dataclass(frozen=True)
class Standing:
    """Where contestants stand on a board. Arrays have shape (contestants,), with nan for what is not known.

    Attributes:
        value, std_error, ci_low, ci_high: the score, its standard error and its 95 % interval.
        n: environments that the score rests on.
        draws: the score in each resample, shape (resamples, contestants).
        notes: what a reader must know about a contestant's row, or None.
    """

    value: Array
    std_error: Array
    ci_low: Array
    ci_high: Array
    n: NDArray[np.int64]
    draws: Array
    notes: Sequence[str | None]

    def frame(self, contestants: Sequence[str]) -> pl.DataFrame:
        """The numbered columns of `rankings`, a row a contestant."""
        rank = ranks(self.value)
        draws = np.where(np.isfinite(self.value), self.draws, np.nan)
        low, high = rank_interval(draws, rank)
        first = shares_of_first(draws)
        known = np.isfinite(self.ci_low) & np.isfinite(low)
        unranked = np.isfinite(self.ci_low) & ~known
        notes = [_joined(note, odd) for note, odd in zip(self.notes, unranked, strict=True)]
        numbers = {
            "value": self.value,
            "std_error": self.std_error,
            "ci_low": self.ci_low,
            "ci_high": self.ci_high,
            "rank": rank,
            "rank_low": np.where(known, low, np.nan),
            "rank_high": np.where(known, high, np.nan),
            "p_first": np.where(known, first, np.nan),
        }
        frame = pl.DataFrame({"contestant": contestants, **numbers, "n": self.n, "note": notes}, strict=False)
        return frame.with_columns(pl.col(*numbers).fill_nan(None), pl.col("note").cast(pl.String))


def _joined(note: str | None, unranked: np.bool) -> str | None:
    said = [*([note] if note else []), *(["no rank interval: no resample ranks it"] if unranked else [])]
    return "; ".join(said) or None
