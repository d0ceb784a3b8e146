"""The report of `duels power`: a question's table, the smallest design that reaches its goal, and what to add."""

from collections.abc import Iterator, Sequence

from rich.table import Table

from assets.power.plan import Design, Goal, Grid, Levers, largest, levers, simulate_grid, smallest
from assets.power.simulate import HintGain, Study
from orchestration.power import Question

_MEASURES = {
    "power": "Power: share of tournaments whose 95 % interval leaves out 0",
    "width": "Mean width of the 95 % interval",
}
_ALIKE = 1.1
"""Advantages nearer to 1 than this are within the simulation's own noise."""


def answer(question: Question, environments: Sequence[int], seeds: Sequence[int]) -> Iterator[Table | str]:
    """Simulate the designs; give the table, the smallest design that reaches the goal, and what to add to a design."""
    study, goal = question.study, question.goal
    grid = simulate_grid(study, environments, seeds)
    yield f"\n[bold]{_title(study)}[/bold]"
    yield f"[dim]{_MEASURES[goal.measure]}; ✓ where it is {_wanted(goal)}[/dim]"
    yield _table(goal, grid)
    yield _sufficient(study, goal, smallest(study, grid, goal), largest(study, grid, goal))
    found = levers(study, grid, goal)
    if found:
        yield _advice(goal, found)


def _table(goal: Goal, grid: Grid) -> Table:
    table = Table()
    table.add_column("environments", justify="right")
    for seeds in dict.fromkeys(seeds for _, seeds in grid):
        table.add_column("endless" if seeds is None else f"{seeds} seed{'s' if seeds > 1 else ''}", justify="right")
    for environments in dict.fromkeys(environments for environments, _ in grid):
        row = [outlook for (n, _), outlook in grid.items() if n == environments]
        table.add_row(
            str(environments), *(f"{_value(goal, goal.of(it))} {'✓' if goal.reached(it) else ' '}" for it in row)
        )
    return table


def _title(study: Study) -> str:
    if isinstance(study, HintGain):
        return f"Hint gain of {study.effect:.2f} · environments of others that the solver plays"
    if study.apart == 0:
        return "Duel of equals · environments of each author"
    spread = study.world.ability_spread
    in_spreads = f", {study.apart / spread:.1f} times their spread" if spread else ""
    return (
        f"Duel with a margin of {study.effect:.2f} · environments of each author · abilities {study.apart:.1f} logits "
        f"apart{in_spreads}"
    )


def _wanted(goal: Goal) -> str:
    return f"at least {100 * goal.wanted:g} %" if goal.measure == "power" else f"at most {goal.wanted:g}"


def _value(goal: Goal, value: float) -> str:
    return f"{100 * value:.0f} %" if goal.measure == "power" else f"{value:.2f}"


def _sufficient(study: Study, goal: Goal, designs: list[Design], most: Design) -> str:
    if not designs:
        return (
            f"No design of this table has a {goal.measure} of {_wanted(goal)}: {_counts(most)} have "
            f"{_value(goal, most.reached)}."
        )
    whose = "of the solver" if isinstance(study, HintGain) else "of the two contestants"
    ways = " or ".join(f"{_counts(design)} ({_value(goal, design.reached)})" for design in designs)
    return f"Smallest design with a {goal.measure} of {_wanted(goal)}: {ways}, {designs[0].attempts} attempts {whose}."


def _counts(design: Design) -> str:
    return f"{design.environments} environments × {design.seeds} seed{'s' if design.seeds > 1 else ''}"


def _advice(goal: Goal, found: Levers) -> str:
    usual, seeds, environments = found.usual, found.more_seeds, found.more_environments
    text = (
        f"{_counts(usual)} have a {goal.measure} of {_value(goal, usual.reached)}. {seeds.seeds} seeds make it "
        f"{_value(goal, seeds.reached)} for {seeds.attempts - usual.attempts} attempts more, "
        f"{environments.environments} environments {_value(goal, environments.reached)} for "
        f"{environments.attempts - usual.attempts} more; endless seeds would stop at "
        f"{_value(goal, found.endless_seeds)}."
    )
    if found.advantage is None:
        return text
    factor = max(found.advantage, 1 / found.advantage)
    if factor < _ALIKE:
        return f"{text} Attempt for attempt, more seeds and more environments help alike."
    environments_first = found.advantage > 1
    better, other = ("environments", "seeds") if environments_first else ("seeds", "environments")
    advice = f"beyond {usual.seeds} seeds, add environments" if environments_first else "add seeds first"
    return f"{text} Attempt for attempt, more {better} help {factor:.1f} times as much as more {other}: {advice}."
