"""Planning: which designs reach a goal, which of them is the smallest, and whether seeds or environments help more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from assets.power.simulate import Outlook, Study

USUAL_SEEDS = 4
"""Seeds of the design that seeds and environments are added to for comparison: a season's default."""

type Grid = Mapping[tuple[int, int | None], Outlook]
"""Outlooks by (environments, seeds); seeds None: endlessly many, which no season can have."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A power of at least `wanted`, or an interval at most that wide; judged to two decimals, as it is shown."""

    measure: Literal["power", "width"]
    wanted: float

    def reached(self, outlook: Outlook) -> bool:
        found = round(self.of(outlook), 2)
        return found >= self.wanted if self.measure == "power" else found <= self.wanted

    def of(self, outlook: Outlook) -> float:
        return outlook.power if self.measure == "power" else outlook.width


@dataclass(frozen=True, slots=True)
class Design:
    """So many environments and seeds, how many attempts they take, and the measure that they reach."""

    environments: int
    seeds: int
    attempts: int
    reached: float


@dataclass(frozen=True, slots=True)
class Levers:
    """What a design gains by more seeds, and by more environments.

    Attributes:
        usual: the design that both are compared with.
        more_seeds: the same environments with the next larger number of seeds.
        more_environments: the same seeds with the next larger number of environments.
        endless_seeds: the measure that no number of seeds can pass.
        advantage: how many times as much an attempt gains by environments as by seeds; None where one of them gains
            nothing.
    """

    usual: Design
    more_seeds: Design
    more_environments: Design
    endless_seeds: float
    advantage: float | None


def simulate_grid(study: Study, environments: Sequence[int], seeds: Sequence[int]) -> Grid:
    """The outlook of every combination, and of endlessly many seeds."""
    return {(n, s): study.outlook(n, s) for n in environments for s in (*seeds, None)}


def largest(study: Study, grid: Grid, goal: Goal) -> Design:
    """The design with the most attempts."""
    return _design(study, grid, goal, max(n for n, _ in grid), max(s for _, s in grid if s is not None))


def smallest(study: Study, grid: Grid, goal: Goal) -> list[Design]:
    """The designs that reach the goal with the fewest attempts, those with few environments first; empty: none does."""
    enough = [
        _design(study, grid, goal, n, s) for (n, s), found in grid.items() if s is not None and goal.reached(found)
    ]
    fewest = min((design.attempts for design in enough), default=0)
    return sorted((design for design in enough if design.attempts == fewest), key=lambda design: design.environments)


def levers(study: Study, grid: Grid, goal: Goal) -> Levers | None:
    """Compare adding seeds with adding environments.

    The usual design has at most USUAL_SEEDS seeds, and the largest number of environments that does not reach the goal
    yet.

    Returns:
        None where the grid has nothing to compare: one number of environments, or no more seeds than the usual ones.
    """
    environments = sorted({n for n, _ in grid})
    seeds = sorted({s for _, s in grid if s is not None})
    usual_seeds = max((s for s in seeds if s <= USUAL_SEEDS), default=seeds[0])
    if len(environments) < 2 or usual_seeds == seeds[-1]:
        return None
    short = [n for n in environments[:-1] if not goal.reached(grid[n, usual_seeds])]
    usual = short[-1] if short else environments[0]
    larger = environments[environments.index(usual) + 1]
    base = _design(study, grid, goal, usual, usual_seeds)
    more_seeds = _design(study, grid, goal, usual, seeds[seeds.index(usual_seeds) + 1])
    more_environments = _design(study, grid, goal, larger, usual_seeds)
    by_seeds, by_environments = (_gain_an_attempt(goal, base, more) for more in (more_seeds, more_environments))
    return Levers(
        usual=base,
        more_seeds=more_seeds,
        more_environments=more_environments,
        endless_seeds=goal.of(grid[usual, None]),
        advantage=by_environments / by_seeds if min(by_seeds, by_environments) > 0 else None,
    )


def _design(study: Study, grid: Grid, goal: Goal, environments: int, seeds: int) -> Design:
    return Design(environments, seeds, study.attempts(environments, seeds), goal.of(grid[environments, seeds]))


def _gain_an_attempt(goal: Goal, base: Design, more: Design) -> float:
    gained = more.reached - base.reached if goal.measure == "power" else base.reached - more.reached
    return gained / (more.attempts - base.attempts)
