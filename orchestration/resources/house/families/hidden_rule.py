"""Searches whose answers follow a rule that the player is not told."""

import random
import re
from functools import partial

from orchestration.resources.house.families.variant import Game, Variant, number

# --- swapped answers ------------------------------------------------------------------------------------------------


def _bisect(game: Game, rng: random.Random, swapped: bool) -> str:
    """Halve the range that the answers leave; start anew when they contradict each other."""
    bottom, top = 1000, number(r"from 1000 to (\d+)", game.opening)
    low, high = bottom, top
    for turn, (action, answer) in enumerate(game.moves, 1):
        higher = "higher" in answer
        if swapped and turn % 2 == 0:
            higher = not higher
        low, high = (int(action) + 1, high) if higher else (low, int(action) - 1)
        if low > high:
            low, high = bottom, top
    return str((low + high) // 2)


SWAPPED_ANSWERS = Variant(
    name="swapped_answers",
    title="The fickle teller",
    easiest=130,
    hardest=500,
    turns=lambda tens: (10 * tens - 1000).bit_length() + 2,
    sighting=re.compile(r"thought of a number from 1000 to (?P<size>\d{1,4})0\b"),
    hint=(
        "Halve the range with each guess, but mind the turn: the answers are swapped on every even turn. On the "
        "first, third, fifth guess and so on the teller is honest. On the second, fourth, sixth and so on `higher` "
        "means that the number is lower and `lower` that it is higher. Count your guesses from one, turn the even "
        "answers round, and always guess the middle of what is left."
    ),
    vague_hint="The teller is not always to be believed. Watch for answers that can't all be true, and keep count.",
    teaching=re.compile(r"swapped on every even turn"),
    naive=partial(_bisect, swapped=False),
    methodical=partial(_bisect, swapped=True),
)

# --- moving fox -----------------------------------------------------------------------------------------------------

_STRIDE = 7


def _chase(game: Game, stride: int) -> str:
    """Look into the middle burrow of those where the fox may be now, if it runs `stride` burrows after each look."""
    first, last = 100, number(r"numbered 100 to (\d+)", game.opening)
    count = last - first + 1

    def place(start: int, looks: int) -> int:
        return first + (start - first + stride * looks) % count

    def fits(start: int) -> bool:
        signs = ((place(start, turn) - int(look), answer) for turn, (look, answer) in enumerate(game.moves))
        return all(ahead > 0 if "higher" in answer else ahead < 0 for ahead, answer in signs)

    starts = [start for start in range(first, last + 1) if fits(start)] or list(range(first, last + 1))
    now = sorted(place(start, len(game.moves)) for start in starts)
    return str(now[len(now) // 2])


def _wait_for_fox(game: Game, rng: random.Random) -> str:
    looked = [int(action) for action, _ in game.moves]
    guess = int(_chase(game, 0))
    last = number(r"numbered 100 to (\d+)", game.opening)
    return str(rng.randint(100, last) if guess in looked else guess)


def _follow_fox(game: Game, rng: random.Random) -> str:
    return _chase(game, _STRIDE)


MOVING_FOX = Variant(
    name="moving_fox",
    title="The fox that will not wait",
    easiest=24,
    hardest=88,
    turns=lambda tens: (10 * tens - 90).bit_length() + 2,
    sighting=re.compile(r"ring of burrows, numbered 100 to (?P<size>\d{1,4})9\b"),
    hint=(
        "The fox does not sit still: it moves seven burrows up after each look, and past the last burrow it goes on "
        "from the first one. So keep the set of burrows where it may have started. After each answer strike out the "
        "starts that do not fit, move every other one up by seven for each look made so far (round the ring), and "
        "look into the middle one of these present places."
    ),
    vague_hint="A hunted animal is seldom where it was. What was true of an earlier look need not be true any more.",
    teaching=re.compile(r"moves seven burrows up after each look"),
    naive=_wait_for_fox,
    methodical=_follow_fox,
)

# --- crossed meter --------------------------------------------------------------------------------------------------


def _triangulate(game: Game) -> tuple[int, int] | str:
    """Two corners give the spot that the meter points to; until both are probed, the next probe."""
    side = number(r"field of (\d+) by", game.opening)
    corners = ("p 0 0", f"p 0 {side - 1}")
    readings = [number(r"shows (\d+)", answer) for action, answer in game.moves if action in corners]
    if len(readings) < 2:
        return corners[len(readings)]
    across = (readings[0] - readings[1] + side - 1) // 2
    return readings[0] - across, across


def _trust_meter(game: Game, rng: random.Random) -> str:
    spot = _triangulate(game)
    if isinstance(spot, str):
        return spot
    dig = f"d {spot[0]} {spot[1]}"
    if any(action == dig for action, _ in game.moves):
        return f"d {spot[0]} {rng.randrange(number(r'field of (\d+) by', game.opening))}"
    return dig


def _uncross_meter(game: Game, rng: random.Random) -> str:
    spot = _triangulate(game)
    return spot if isinstance(spot, str) else f"d {spot[1]} {spot[0]}"


CROSSED_METER = Variant(
    name="crossed_meter",
    title="The crossed meter",
    easiest=20,
    hardest=60,
    turns=lambda side: 6,
    sighting=re.compile(r"chest lies under a field of (?P<size>\d{1,4}) by"),
    hint=(
        "The wires of the meter are crossed: it takes the chest's column for its row and its row for its column. "
        "Probe two corners of the first column, the top and the bottom one; the two readings together fix one spot, "
        "as sum and as difference of its coordinates. That spot is the chest's mirror image, so exchange its two "
        "numbers before you dig."
    ),
    vague_hint=(
        "Two readings are enough to name a spot. Think twice before you dig there, for a spade is soon worn out."
    ),
    teaching=re.compile(r"exchange its two numbers before you dig"),
    naive=_trust_meter,
    methodical=_uncross_meter,
)

HIDDEN_RULE = (SWAPPED_ANSWERS, MOVING_FOX, CROSSED_METER)
