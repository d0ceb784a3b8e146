"""A variant: one environment that a house player can write, and the two ways in which house players play it."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

_SOURCES = Path(__file__).parent / "sources"


@dataclass(frozen=True, slots=True)
class Game:
    """An attempt as its player knows it.

    Attributes:
        opening: the first observation.
        moves: each action that reached the environment, and the observation that answered it.
    """

    opening: str
    moves: tuple[tuple[str, str], ...] = ()

    @property
    def last(self) -> str:
        """What the environment said last."""
        return self.moves[-1][1] if self.moves else self.opening


type Strategy = Callable[[Game, random.Random], str]
"""The next action, without its box. Strategies keep no state: they read the whole game anew each turn."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One environment to write and to play.

    Attributes:
        name: names the source template in `sources/`.
        easiest, hardest: the size that its first observation shows, at difficulty 0 and 1.
        turns: the turn cap that a size needs.
        sighting: finds the variant by its first observation; its group `size` reads the size.
        hint: the whole recipe.
        vague_hint: true, and of no use.
        teaching: the words by which a reader of a hint knows the recipe.
        naive: plays by what the observation seems to say.
        methodical: plays by the recipe.
    """

    name: str
    title: str
    easiest: int
    hardest: int
    turns: Callable[[int], int]
    sighting: re.Pattern[str]
    hint: str
    vague_hint: str
    teaching: re.Pattern[str]
    naive: Strategy
    methodical: Strategy

    def source(self, difficulty: float, turn_cap: int) -> str:
        """The environment's Python source at a difficulty in [0, 1]."""
        size = round(self.easiest + difficulty * (self.hardest - self.easiest))
        return _template(self.name).substitute(size=size, max_turns=min(self.turns(size), turn_cap))

    def hardness(self, observation: str) -> float | None:
        """How hard the task looks, in [0, 1], by the size that its first observation shows; None: not this variant."""
        found = self.sighting.search(observation)
        size = int(found["size"]) if found else 0
        # Beyond the sizes that are ever written it is another author's environment that resembles this one.
        if not self.easiest / 1.5 <= size <= self.hardest * 1.25:
            return None
        return min(1.0, max(0.0, (size - self.easiest) / (self.hardest - self.easiest)))

    def taught_by(self, hint: str) -> bool:
        """Whether a hint's words tell the recipe."""
        return self.teaching.search(" ".join(hint.split())) is not None


def number(pattern: str, text: str) -> int:
    """The first whole number that group 1 of `pattern` finds in `text` (LookupError if there is none)."""
    found = re.search(pattern, text)
    if found is None:
        raise LookupError(pattern)
    return int(found[1])


@cache
def _template(name: str) -> Template:
    return Template((_SOURCES / f"{name}.py.tmpl").read_text(encoding="utf-8"))
