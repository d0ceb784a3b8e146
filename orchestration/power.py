"""Power: the model of the last tournament, and the questions about the next one's size."""

from dataclasses import dataclass
from datetime import date

import polars as pl

from assets.errors import OperatorError
from assets.power.fitting import fit_world, world_errors
from assets.power.plan import Goal
from assets.power.simulate import Duel, HintGain, Study
from assets.power.world import ASSUMED, World
from assets.scored import scored_attempts
from orchestration.resources.warehouse import Warehouse

_MOST_VALUES = 6
_MARGIN, _HINT_GAIN = 0.2, 0.1
"""Effects that are asked about when none is named."""


@dataclass(frozen=True, slots=True)
class Model:
    """The world that is simulated, and one line on where it comes from."""

    world: World
    source: str


@dataclass(frozen=True, slots=True)
class Question:
    """Which of the designs, environments × seeds, reach the goal in this study?"""

    study: Study
    goal: Goal


def read_model(snapshot: Warehouse, week: date | None) -> Model:
    """The world fitted from a week, by default the last one; the assumed one where there is too little to fit.

    Raises:
        OperatorError: the named week was not played, or the snapshot can't be read.
    """
    if week is None and not snapshot.path.exists():
        return _assumed("nothing has been played in this home yet")
    with snapshot.connect(read_only=True) as connection:
        attempts = connection.execute(
            "SELECT week, environment_id, author, solver, domain, seed, trial, condition, status, stop_reason "
            "FROM duels.solve_attempts WHERE week = coalesce(?, (SELECT max(week) FROM duels.solve_attempts))",
            [week],
        ).pl()
    if attempts.is_empty():
        if week is not None:
            raise OperatorError(f"week {week} has no attempts; play it: duels tournament --week {week}")
        return _assumed("nothing has been played in this home yet")
    return _fitted(attempts.item(0, "week"), scored_attempts(attempts))


def ask(
    world: World, margin: float | None, hint_gain: float | None, width: float | None, power: float
) -> list[Question]:
    """The questions that the command's options stand for.

    A margin or a hint gain asks for the power to find it; a width asks for the designs whose intervals are no wider,
    for margins and for hint gains alike, at the named effect or else between equals and at the model's own hint gain.

    Raises:
        OperatorError: a number out of its range, or an effect that the world can't have.
    """
    for name, value, most in (
        ("margin", margin, 1),
        ("hint gain", hint_gain, 1),
        ("power", power, 1),
        ("width", width, 2),
    ):
        if value is not None and not 0 < value < most:
            raise OperatorError(f"the {name} must lie between 0 and {most}, not at {value:g}")
    if margin is None and hint_gain is None and width is None:
        margin, hint_gain = _MARGIN, _HINT_GAIN
    duel = None if margin is None else Duel.of(world, margin)
    gain = None if hint_gain is None else HintGain.of(world, hint_gain)
    questions = [Question(study, Goal("power", power)) for study in (duel, gain) if study]
    if width is not None:
        studies = duel or Duel.of(world, 0.0), gain or HintGain(world, float(world.hint_gain()))
        questions += [Question(study, Goal("width", width)) for study in studies]
    return questions


def parse_counts(name: str, text: str, least: int, most: int) -> list[int]:
    """Read numbers such as 3,5,10, in order and each once.

    Raises:
        OperatorError: something else, a number out of range, or too many of them.
    """
    try:
        counts = sorted({int(part) for part in text.split(",")})
    except ValueError:
        counts = []
    if not counts or counts[0] < least or counts[-1] > most or len(counts) > _MOST_VALUES:
        raise OperatorError(
            f"{name} must be at most {_MOST_VALUES} whole numbers from {least} to {most}, such as 4,8,16; not {text!r}"
        )
    return counts


def _assumed(why: str) -> Model:
    return Model(ASSUMED, f"Model: an assumption, not a measurement, since {why}. {_describe(ASSUMED, None)}")


def _fitted(week: date, scored: pl.DataFrame) -> Model:
    try:
        world = fit_world(scored)
    except OperatorError as error:
        return _assumed(f"week {week} can't be fitted: {error}")
    size = f"{scored['solver'].n_unique()} solvers, {scored['environment_id'].n_unique()} environments"
    numbers = _describe(world, world_errors(scored))
    return Model(world, f"Model: fitted from week {week} ({size}). {numbers}")


def _describe(world: World, errors: World | None) -> str:
    def number(name: str) -> str:
        error = f" ± {getattr(errors, name):.2f}" if errors else ""
        return f"{getattr(world, name):.2f}{error}"

    return (
        f"In logits{' ± standard errors' if errors else ''}: solvers' abilities spread by {number('ability_spread')} "
        f"({number('hinted_ability')} times as much with the hint); one author's environments have a difficulty of "
        f"{number('difficulty')}, spread by {number('difficulty_spread')}; their hints add {number('hint_effect')}, "
        f"spread by {number('hint_spread')}."
    )
