"""What hints did in a week: successes without and with them over all matched pairs by others than the author."""

from dataclasses import dataclass

import polars as pl
from scipy import stats

from assets.confidence import LEVEL
from assets.tournament_report.results import Results


@dataclass(frozen=True, slots=True)
class Share:
    """A count among others, with Wilson's 95 % interval of the share."""

    n: int
    of: int

    @property
    def value(self) -> float:
        return self.n / self.of

    @property
    def interval(self) -> tuple[float, float]:
        low, high = stats.binomtest(self.n, self.of).proportion_ci(LEVEL, method="wilson")
        return float(low), float(high)


@dataclass(frozen=True, slots=True)
class Uplift:
    """Counts of matched pairs, as shares of all of them."""

    unaided: Share
    hinted: Share
    taught: Share
    harmed: Share


def uplift(results: Results) -> Uplift | None:
    """Of the report's week; None where there is no pair."""
    cells = results.hint_uplift.filter(pl.col("week") == results.week)
    pairs = int(cells.get_column("pairs").sum())
    if not pairs:
        return None
    return Uplift(*(Share(int(cells.get_column(name).sum()), pairs) for name in Uplift.__slots__))
