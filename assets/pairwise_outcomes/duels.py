"""Duels: each two contestants, each on the other's environments, decided by the margin's interval over environments."""

from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from assets.confidence import LEVEL
from assets.pairwise_outcomes.holm import holm
from assets.pairwise_outcomes.matched_pairs import foreign, matched_pairs
from assets.pairwise_outcomes.permutation import permutation_p
from assets.pairwise_outcomes.welch import welch_interval
from assets.scored import scored_attempts
from assets.tables import DUEL_RESULTS

Result = Literal["a", "b", "draw", "no_contest"]


@dataclass(frozen=True, slots=True)
class Cell:
    """How one solver fared on one author's environments: counts of matched pairs, one entry an environment."""

    pairs: NDArray[np.int64]
    taught: NDArray[np.int64]
    solved: NDArray[np.int64]

    @property
    def environments(self) -> int:
        return self.pairs.size

    @property
    def taught_rate(self) -> float:
        """Mean over environments of the share of pairs that were the author's points."""
        return float((self.taught / self.pairs).mean())

    @property
    def solved_rate(self) -> float:
        """Mean over environments of the share of pairs that were the solver's points."""
        return float((self.solved / self.pairs).mean())

    @property
    def u(self) -> NDArray[np.float64]:
        """What each environment is worth to its author: the opponent's taught rate minus its solved rate.

        The quotient of two integers, so that environments of equal worth have equal floats.
        """
        return (self.taught - self.solved) / self.pairs


@dataclass(frozen=True, slots=True)
class Outcome:
    """A duel's numbers (columns of `duel_results`), before the adjustment over the week."""

    score_a: float | None
    score_b: float | None
    margin: float | None
    ci_low: float | None
    ci_high: float | None
    p_value: float | None
    result: Result
    reason: str


def duel_results(week: date, contestants: pl.DataFrame, solve_attempts: pl.DataFrame, seed: int) -> pl.DataFrame:
    """The duel of every two contestants of the week, whatever their roles (protocol section 5).

    Scores are means over environments of rates per matched pair, so that margin = ½ · (mean u over a's environments −
    mean u over b's) holds exactly however many pairs an environment has.

    Args:
        seed: of the permutation test's draws; all duels of a size share them.

    Returns:
        Rows of `duel_results`. The Holm family is the week's duels that have a p-value.
    """
    cells = _cells(solve_attempts)
    never_met = Cell(*(np.empty(0, np.int64) for _ in range(3)))
    names = contestants.get_column("contestant").sort().to_list()
    rows: list[dict[str, object]] = []
    p_values: list[float] = []
    for a, b in combinations(names, 2):
        of_a, of_b = cells.get((a, b), never_met), cells.get((b, a), never_met)
        outcome = play_off(a, b, of_a, of_b, seed)
        if outcome.p_value is not None:
            p_values.append(outcome.p_value)
        rows.append(
            {
                "week": week,
                "contestant_a": a,
                "contestant_b": b,
                "environments_a": of_a.environments,
                "environments_b": of_b.environments,
                **{name: getattr(outcome, name) for name in Outcome.__dataclass_fields__},
            }
        )
    adjusted = iter(holm(p_values))
    for row in rows:
        row["p_holm"] = None if row["p_value"] is None else next(adjusted)
        row["family_size"] = len(p_values)
    return DUEL_RESULTS.frame(rows)


def play_off(a: str, b: str, of_a: Cell, of_b: Cell, seed: int) -> Outcome:
    """Decide one duel.

    It is won when the margin's interval (Welch's t over environments, cut to the margin's range [−1, 1]) leaves out 0.
    Where all environments of a side are worth the same on both sides there is no spread to build an interval from, and
    a width of 0 would claim certainty: there the permutation test decides at the same level.

    Args:
        of_a: b's cell on a's environments. of_b: a's on b's.
    """
    missing = [
        f"{solver} has no matched pair on an environment of {author}"
        for author, solver, cell in ((a, b, of_a), (b, a, of_b))
        if cell.environments == 0
    ]
    if missing:
        return Outcome(None, None, None, None, None, None, "no_contest", "; ".join(missing))
    score_a = (of_a.taught_rate + of_b.solved_rate) / 2
    score_b = (of_b.taught_rate + of_a.solved_rate) / 2
    margin = score_a - score_b
    p_value = permutation_p(of_a.u, of_b.u, seed)
    interval = welch_interval(of_a.u, of_b.u)
    if interval is not None:
        low, high = (max(-1.0, interval[0] / 2), min(1.0, interval[1] / 2))
        decided = low > 0 or high < 0
        reason = f"the margin's 95 % interval {'leaves out' if decided else 'holds'} 0"
        return Outcome(score_a, score_b, margin, low, high, p_value, _result(margin, decided), reason)
    single = [name for name, cell in ((a, of_a), (b, of_b)) if cell.environments == 1]
    if single:
        reason = f"no interval: only one environment of {' and of '.join(single)} counts"
        return Outcome(score_a, score_b, margin, None, None, p_value, "draw", reason)
    decided = p_value <= 1 - LEVEL
    reason = f"no interval: no spread within either side; the permutation test decides (p = {p_value:.3g})"
    return Outcome(score_a, score_b, margin, None, None, p_value, _result(margin, decided), reason)


def _result(margin: float, decided: bool) -> Result:
    if not decided:
        return "draw"
    return "a" if margin > 0 else "b"


def _cells(solve_attempts: pl.DataFrame) -> dict[tuple[str, str], Cell]:
    """The cells that have a matched pair, by (author, solver)."""
    counts = (
        foreign(matched_pairs(scored_attempts(solve_attempts)))
        .group_by("author", "solver", "environment_id")
        .agg(pl.len().cast(pl.Int64).alias("pairs"), pl.col("taught", "solved").sum().cast(pl.Int64))
        .sort("author", "solver", "environment_id")
    )
    return {
        (str(author), str(solver)): Cell(*(cell[name].to_numpy() for name in ("pairs", "taught", "solved")))
        for (author, solver), cell in counts.partition_by("author", "solver", as_dict=True).items()
    }
