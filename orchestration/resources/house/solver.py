"""The solver's side: recognise the game, decide whether one knows the trick, and play the next turn."""

import random
import re
from collections.abc import Sequence

from assets.boxed import boxed, read_action
from assets.contestant_entry import HouseSkills
from assets.ports import Message
from assets.solve_attempts.prompt import FORMAT_ERROR, REMINDER
from orchestration.resources.house.coins import draw, generator
from orchestration.resources.house.families import VARIANTS
from orchestration.resources.house.families.variant import Game, Variant

SLIPS = 0.01
"""Share of answers without an action: a format error."""

TAUGHT = "I play by the method that the hint describes."
INSIGHT = "I think I see what is going on here."
TRUSTING = "I take the observations at their word."
LOST = "I do not know this kind of game; I try what its text names."

_HINTED = re.compile(r"\A<hint>\n(?P<hint>.*)\n</hint>\n\n(?P<rest>.*)\Z", re.DOTALL)
_NAMED = re.compile(r"`([^`]+)`|\b(\d+|[a-z]{1,6})\b")


def play(name: str, skills: HouseSkills, messages: Sequence[Message], seed: int) -> str:
    """The answer to a solver's conversation.

    How it plays is decided in the first turn and said there; later turns read it from that first answer, as a model
    reads its own thoughts.
    """
    said = [message["content"] for message in messages if message["role"] != "system"]
    hint, game = _read(said)
    variant = next((known for known in VARIANTS if known.hardness(game.opening) is not None), None)
    stance = said[1].split("\n")[0] if len(said) > 1 else _stance(name, skills, variant, hint, game.opening, seed)
    if draw(name, "slip", game.opening, len(said), seed) < SLIPS:
        return f"{stance}\n\nI can't settle on an action this turn."
    rng = generator(name, "play", game.opening, len(said), seed)
    return f"{stance}\n\n{boxed(_action(stance, variant, game, rng))}"


def chance_of_insight(solving: float, hardness: float) -> float:
    """Chance to see through a task unaided: a power of the skill that grows with how hard the task looks."""
    return float(solving ** (0.6 + 1.6 * hardness))


def _stance(name: str, skills: HouseSkills, variant: Variant | None, hint: str | None, opening: str, seed: int) -> str:
    hardness = variant.hardness(opening) if variant else None
    if variant is None or hardness is None:
        return LOST
    if hint and variant.taught_by(hint) and draw(name, "follow", opening, seed) < skills.hint_following:
        return TAUGHT
    if draw(name, "insight", opening, seed) < chance_of_insight(skills.solving, hardness):
        return INSIGHT
    return TRUSTING


def _action(stance: str, variant: Variant | None, game: Game, rng: random.Random) -> str:
    if variant is None:
        return _guess(game, rng)
    strategy = variant.methodical if stance in (TAUGHT, INSIGHT) else variant.naive
    try:
        return strategy(game, rng)
    except (LookupError, ValueError, ArithmeticError):
        # Another author's environment can open like one of ours and then go its own way.
        return _guess(game, rng)


def _guess(game: Game, rng: random.Random) -> str:
    named: list[str] = [quoted or word for quoted, word in _NAMED.findall(game.last)]
    return rng.choice(named or ["1"])


def _read(said: Sequence[str]) -> tuple[str | None, Game]:
    """The hint, if one is shown, and the game so far, without the turns that were format errors."""
    first = said[0] if said else ""
    found = _HINTED.match(first)
    hint, rest = (found["hint"], found["rest"]) if found else (None, first)
    turns = zip(said[1::2], said[2::2], strict=False)
    moves = tuple((read_action(answer) or "", reply) for answer, reply in turns if reply != FORMAT_ERROR)
    return hint, Game(rest.removesuffix(REMINDER).rstrip(), moves)
