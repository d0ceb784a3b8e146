"""Plays the house's environments in this process, for speed: their source is the project's own."""

import random
from collections.abc import Callable
from typing import Any

from assets.boxed import boxed, read_action
from assets.contestant_entry import ContestantEntry, HouseSkills
from assets.draft import read_draft
from assets.ports import EnvironmentCode, Message
from assets.solve_attempts.prompt import FORMAT_ERROR, opening
from orchestration.resources.house.families.variant import Game, Strategy, Variant
from orchestration.resources.house.faults import Manuscript
from orchestration.resources.house.player import HousePlayer

TURN_CAP = 24


def player(name: str = "ada", **skills: Any) -> HousePlayer:
    return HousePlayer(ContestantEntry(name=name, model="house/player", skills=HouseSkills(**skills)))


def manuscript(variant: Variant, difficulty: float = 0.5) -> Manuscript:
    return Manuscript(variant.title, variant.hint, variant.source(difficulty, TURN_CAP))


def code_of(variant: Variant, difficulty: float) -> EnvironmentCode:
    """As the tournament reads it: out of an author's answer."""
    draft = read_draft(manuscript(variant, difficulty).text())
    return EnvironmentCode(draft.source, draft.class_name, draft.max_turns(TURN_CAP))


def maker_of(variant: Variant, difficulty: float) -> Callable[[], Any]:
    """The environment's class."""
    code = code_of(variant, difficulty)
    namespace: dict[str, Any] = {}
    exec(compile(code.source, variant.name, "exec"), namespace)
    return namespace[code.class_name]


def wins(make: Callable[[], Any], strategy: Strategy, seed: int) -> bool:
    """Whether a strategy wins a task."""
    environment, rng = make(), random.Random(seed)
    game = Game(environment.reset(seed)[0])
    while True:
        action = strategy(game, rng)
        observation, reward, terminated, truncated, _ = environment.step(boxed(action))
        game = Game(game.opening, (*game.moves, (action, observation)))
        if terminated or truncated:
            return terminated and reward > 0


async def attempt(
    solver: HousePlayer, make: Callable[[], Any], seed: int, hint: str | None = None, trial: int = 0
) -> tuple[bool, list[Message]]:
    """Whether a player wins a task, and the whole conversation, held by the rules of a real attempt."""
    environment = make()
    messages = opening(environment.reset(seed)[0], hint)
    for turn in range(environment.max_turns):
        request_seed = 1000 * seed + 100 * trial + turn
        completion = await solver.complete(messages, seed=request_seed, max_tokens=1024)
        action = read_action(completion.text)
        observation, reward, terminated, truncated = FORMAT_ERROR, 0.0, False, False
        if action is not None:
            observation, reward, terminated, truncated, _ = environment.step(boxed(action))
        messages = [
            *messages,
            {"role": "assistant", "content": completion.text or ""},
            {"role": "user", "content": observation},
        ]
        if terminated or truncated:
            return terminated and reward > 0, messages
    return False, messages
