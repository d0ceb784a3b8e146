"""The turnout: how many took part in a week, how much was played, and how much of it counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from assets.tournament_report.results import Results


@dataclass(frozen=True, slots=True)
class Turnout:
    """Counts of one week.

    Attributes:
        contestants: rows of `standings`: contestant, model, roles, is_house.
        provisional: contestants with few matched pairs.
        weeks: weeks of the season so far.
        written, admitted, withdrawn, played: environments, of whose versions the one that plays counts; played are
            those with a matched pair by others.
        attempts, incomplete: attempts of all kinds, self-play too.
        faults: incomplete ones that a fault of infrastructure ended; the others await a budget.
        seeds, trials: the fewest and the most a played environment has; (0, 0) where nothing was played.
        pairs: matched pairs by others than the author.
        tokens: by all, for authoring, probing and solving.
        cost_usd: of those whose every call has a price.
        unpriced: contestants with a call that has none.
    """

    contestants: Sequence[dict[str, Any]]
    provisional: Sequence[str]
    weeks: int
    written: int
    admitted: int
    withdrawn: int
    played: int
    attempts: int
    incomplete: int
    faults: int
    seeds: tuple[int, int]
    trials: tuple[int, int]
    pairs: int
    tokens: int
    cost_usd: float
    unpriced: Sequence[str]

    @property
    def authors(self) -> int:
        return sum("author" in row["roles"] for row in self.contestants)

    @property
    def solvers(self) -> int:
        return sum("solver" in row["roles"] for row in self.contestants)

    @property
    def house(self) -> int:
        """House players among the contestants."""
        return sum(row["is_house"] for row in self.contestants)


def turnout(results: Results, outcomes: pl.DataFrame) -> Turnout:
    """Count a week.

    Args:
        outcomes: the week's rows of `solve_attempts`.
    """
    this_week = pl.col("week") == results.week
    standings = results.standings.filter(this_week, pl.col("scope") == "week").sort("contestant")
    environments = results.environment_difficulty.filter(this_week)
    costs = results.contestant_costs.filter(this_week, pl.col("scope") == "week")
    known = pl.col("cost_usd").is_not_null()
    return Turnout(
        contestants=standings.select("contestant", "model", "roles", "is_house").to_dicts(),
        provisional=standings.filter("provisional").get_column("contestant").to_list(),
        weeks=results.standings.get_column("week").n_unique(),
        written=environments.filter(pl.col("version") == 0).height,
        admitted=environments.filter(pl.col("admitted"), ~pl.col("superseded")).height,
        withdrawn=environments.filter("withdrawn").height,
        played=environments.filter(pl.col("pairs") > 0).height,
        attempts=outcomes.height,
        incomplete=outcomes.filter(pl.col("status") == "incomplete").height,
        faults=int(standings.get_column("faults").sum()),
        seeds=_range(outcomes, "seed"),
        trials=_range(outcomes, "trial"),
        pairs=int(environments.get_column("pairs").sum()),
        tokens=int(costs.get_column("tokens").sum()),
        cost_usd=float(costs.filter(known).get_column("cost_usd").sum()),
        unpriced=costs.filter(~known).get_column("contestant").sort().to_list(),
    )


def _range(outcomes: pl.DataFrame, column: str) -> tuple[int, int]:
    """The fewest and the most different values in an environment."""
    counts = outcomes.group_by("environment_id").agg(pl.col(column).n_unique()).get_column(column)
    return (0, 0) if counts.is_empty() else (int(counts.min()), int(counts.max()))  # type: ignore[arg-type]
