"""Locks that are opened by deduction: what a try shows is not quite what it seems to show."""

import random
import re
from collections.abc import Callable
from functools import partial
from itertools import product
from operator import eq

from orchestration.resources.house.families.variant import Game, Variant, number

type Code = tuple[str, ...]


def _consistent_code(alphabet: str, length: int, fits: Callable[[Code], bool], rng: random.Random) -> Code:
    """A code, drawn at random, that fits all that was seen; any code where none does."""
    codes = list(product(alphabet, repeat=length))
    rng.shuffle(codes)
    return next((code for code in codes if fits(code)), codes[0])


def _matches(code: Code, guess: Code) -> int:
    return sum(map(eq, code, guess))


# --- turning lock ---------------------------------------------------------------------------------------------------

_WHEELS = 4


def _turned(code: Code, places: int) -> Code:
    places %= len(code)
    return code[places:] + code[:places]


def _shows(code: Code, guess: Code, marks: tuple[int, int]) -> bool:
    """Whether a lock with this code answers a try with so many digits in place and so many right ones elsewhere."""
    in_place, elsewhere = marks
    if _matches(code, guess) != in_place:
        return False
    return sum(min(code.count(digit), guess.count(digit)) for digit in {*guess}) == in_place + elsewhere


def _crack(game: Game, rng: random.Random, places_a_try: int) -> str:
    digits = "123456789"[: number(r"from 1 to (\d)", game.opening)]
    tries = []
    for action, answer in game.moves:
        found = re.search(r"(\d) in place, (\d) elsewhere", answer)
        if found:
            tries.append((tuple(action), (int(found[1]), int(found[2]))))

    def fits(code: Code) -> bool:
        return all(_shows(_turned(code, places_a_try * n), tried, marks) for n, (tried, marks) in enumerate(tries))

    return "".join(_turned(_consistent_code(digits, _WHEELS, fits, rng), places_a_try * len(tries)))


TURNING_LOCK = Variant(
    name="turning_lock",
    title="The lock that turns",
    easiest=5,
    hardest=8,
    turns=lambda digits: digits + 5,
    sighting=re.compile(r"lock has four wheels, each with the digits from 1 to (?P<size>\d{1,4});"),
    hint=(
        "The lock does not hold still: its code moves one wheel to the left after each try, and the first digit goes "
        "to the end. Keep every code that it may have had at the start. For each of them, work out how it stood at "
        "each of your tries, and strike it out if the marks would have been others. Then take any start that is "
        "left, turn it once for each try made, and play it as it stands now."
    ),
    vague_hint="Marks from an early try and marks from a late one do not speak of quite the same thing.",
    teaching=re.compile(r"code moves one wheel to the left after each try"),
    naive=partial(_crack, places_a_try=0),
    methodical=partial(_crack, places_a_try=1),
)

# --- clicks from the right ------------------------------------------------------------------------------------------


def _matching_end(code: Code, guess: Code) -> int:
    """Letters that match counted from the right end, up to the first that does not."""
    count = 0
    for a, b in zip(reversed(code), reversed(guess), strict=True):
        if a != b:
            break
        count += 1
    return count


def _listen(game: Game, rng: random.Random, clicks: Callable[[Code, Code], int]) -> str:
    bolts = number(r"opened by (\d+) bolts", game.opening)
    heard = [(tuple(action), number(r"(\d+) clicks", answer)) for action, answer in game.moves if "clicks" in answer]
    return "".join(_consistent_code("rgb", bolts, lambda code: all(clicks(code, c) == n for c, n in heard), rng))


CLICKS_FROM_THE_RIGHT = Variant(
    name="clicks_from_the_right",
    title="The clicking bolts",
    easiest=5,
    hardest=7,
    turns=lambda bolts: 2 * bolts + 3,
    sighting=re.compile(r"door is opened by (?P<size>\d{1,4}) bolts"),
    hint=(
        "The bolts are tried from the right, and the clicking stops at the first wrong letter: only the right "
        "letters at the right-hand end are counted, all others stay silent even when they are right. So find the "
        "last letter first, by changing it until there is a click; keep it, then find the letter before it in the "
        "same way, and so on to the left. No place needs more than three tries."
    ),
    vague_hint="A silent bolt is not always a wrong one. Patience: take the door apart piece by piece.",
    teaching=re.compile(r"tried from the right, and the clicking stops at the first wrong letter"),
    naive=partial(_listen, clicks=_matches),
    methodical=partial(_listen, clicks=_matching_end),
)

# --- lamp and keys --------------------------------------------------------------------------------------------------


def _lamps(game: Game) -> list[str]:
    return re.findall(r"lamp shows ([a-z])\.", " ".join([game.opening, *(answer for _, answer in game.moves)]))


def _keys(game: Game) -> str:
    last = re.findall(r"keys a to ([a-z])", game.opening)[-1]
    return "abcdefghijklmnopqrstuvwxyz"[: ord(last) - ord("a") + 1]


def _press_what_shines(game: Game, rng: random.Random) -> str:
    lamp = _lamps(game)[-1]
    return lamp if rng.random() < 0.5 else rng.choice(_keys(game))


def _press_two_on(game: Game, rng: random.Random) -> str:
    lamps, keys = _lamps(game), _keys(game)
    if lamps[-2:-1] == lamps[-1:]:
        return lamps[-1]
    return keys[(keys.index(lamps[-1]) + 2) % len(keys)]


LAMP_AND_KEYS = Variant(
    name="lamp_and_keys",
    title="Lamp and keys",
    easiest=4,
    hardest=8,
    turns=lambda run: run + 4,
    sighting=re.compile(r"(?P<size>\d{1,4}) right keys in a row open the gate"),
    hint=(
        "Think of the keys as a ring. When the lamp has changed, press the key two places after the lamp's letter, "
        "going on from the first key past the last one. When the lamp shows the same letter as the time before, "
        "press that very letter. The first lamp counts as changed. Nothing else matters."
    ),
    vague_hint="The lamp decides, and it has a memory. What it shows is where to begin, not where to end.",
    teaching=re.compile(r"press the key two places after the lamp's letter"),
    naive=_press_what_shines,
    methodical=_press_two_on,
)

CODE_LOCK = (TURNING_LOCK, CLICKS_FROM_THE_RIGHT, LAMP_AND_KEYS)
