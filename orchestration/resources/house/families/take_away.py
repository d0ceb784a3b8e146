"""Games of taking away against an opponent that never errs: every move must be the right one."""

import random
import re
from functools import cache, reduce
from operator import xor

from orchestration.resources.house.families.variant import Game, Variant, number

# --- last match -----------------------------------------------------------------------------------------------------


def _matches(game: Game) -> tuple[int, int]:
    """Matches on the table, and the most that a move may take."""
    return number(r"(\d+) matches", game.last), number(r"take 1 to (\d+)", game.opening)


def _take_some(game: Game, rng: random.Random) -> str:
    left, most = _matches(game)
    if 2 <= left <= most + 1:
        return str(left - 1)
    return str(rng.randint(1, min(most, left)))


def _leave_one_more(game: Game, rng: random.Random) -> str:
    left, most = _matches(game)
    return str((left - 1) % (most + 1) or 1)


LAST_MATCH = Variant(
    name="last_match",
    title="The last match",
    easiest=20,
    hardest=45,
    turns=lambda matches: (matches + 7) // 4 + 2,
    sighting=re.compile(r"\b(?P<size>\d{1,4}) matches lie on the table"),
    hint=(
        "Leave your opponent one match more than a multiple of a whole round. A whole round is the greatest number "
        "that a move may take, plus one: whatever the opponent takes, you can fill it up to that. So take away one "
        "from the number on the table, divide by the whole round, and take the remainder. In the end a single match "
        "is left to the opponent."
    ),
    vague_hint="Whoever thinks only of the next move is late. Think from the end of the game, and keep the rhythm.",
    teaching=re.compile(r"one match more than a multiple of a whole round"),
    naive=_take_some,
    methodical=_leave_one_more,
)

# --- three heaps ----------------------------------------------------------------------------------------------------


def _heaps(game: Game) -> dict[str, int]:
    a, b, c = re.findall(r"a=(\d+), b=(\d+), c=(\d+)", game.last)[-1]
    return {"a": int(a), "b": int(b), "c": int(c)}


def _take_from_the_greatest(game: Game, rng: random.Random) -> str:
    heaps = {name: stones for name, stones in _heaps(game).items() if stones}
    greatest = max(heaps, key=lambda name: heaps[name])
    return f"{greatest}{heaps[greatest] if len(heaps) == 1 else rng.randint(1, heaps[greatest])}"


def _even_out_the_powers(game: Game, rng: random.Random) -> str:
    heaps = _heaps(game)
    odd = reduce(xor, heaps.values())
    name = next((name for name, stones in heaps.items() if stones ^ odd < stones), max(heaps, key=lambda n: heaps[n]))
    return f"{name}{heaps[name] - (heaps[name] ^ odd) or 1}"


THREE_HEAPS = Variant(
    name="three_heaps",
    title="Three heaps of stones",
    easiest=6,
    hardest=9,
    turns=lambda most: 3 * most // 2 + 1,
    sighting=re.compile(r"three heaps of at most (?P<size>\d{1,4}) stones"),
    hint=(
        "Write each heap as a sum of powers of two (eight, four, two, one). Move so that every power of two occurs "
        "an even number of times over the three heaps. There is always such a move: take the greatest power that "
        "occurs an odd number of times, choose a heap that has it, and lessen that heap until all powers come in "
        "pairs. The opponent must break this, and you mend it again until nothing is left."
    ),
    vague_hint="Pairs are good company. A heap by itself says little; all of them together say who will win.",
    teaching=re.compile(r"every power of two occurs an even number of times"),
    naive=_take_from_the_greatest,
    methodical=_even_out_the_powers,
)

# --- lone queen -----------------------------------------------------------------------------------------------------


def _square(game: Game) -> tuple[int, int]:
    column, row = re.findall(r"queen stands at column (\d{1,2}), row (\d{1,2})", game.last)[-1]
    return int(column), int(row)


def _queen_moves(column: int, row: int) -> list[tuple[str, int, int]]:
    left = [(f"l{steps}", column - steps, row) for steps in range(1, column + 1)]
    down = [(f"d{steps}", column, row - steps) for steps in range(1, row + 1)]
    across = [(f"x{steps}", column - steps, row - steps) for steps in range(1, min(column, row) + 1)]
    return left + down + across


@cache
def _lost(column: int, row: int) -> bool:
    """Whoever must move from here loses against good play (Wythoff's game)."""
    return not any(_lost(x, y) for _, x, y in _queen_moves(column, row))


def _wander(game: Game, rng: random.Random) -> str:
    moves = _queen_moves(*_square(game))
    home = [move for move, column, row in moves if column == row == 0]
    return home[0] if home else rng.choice(moves)[0]


def _leave_a_lost_square(game: Game, rng: random.Random) -> str:
    moves = _queen_moves(*_square(game))
    return next((move for move, column, row in moves if _lost(column, row)), moves[-1][0])


LONE_QUEEN = Variant(
    name="lone_queen",
    title="The lone queen",
    easiest=14,
    hardest=24,
    turns=lambda side: side // 3 + 5,
    sighting=re.compile(r"queen on a board of (?P<size>\d{1,4}) by"),
    hint=(
        "Always move the queen to a safe square. The corner is safe. The other safe squares come in mirrored twins, "
        "with the two numbers of the first twins one apart, of the second two apart, of the third three apart, and "
        "so on; the smaller number of each is the least one that no earlier safe square has used: one and two, then "
        "three and five, then four and seven, then six and ten. From a safe square no other can be reached in one "
        "move, and from any other square one can."
    ),
    vague_hint="The corner casts a long shadow. Some squares are poison to whoever must move from them.",
    teaching=re.compile(r"smaller number of each is the least one that no earlier safe square has used"),
    naive=_wander,
    methodical=_leave_a_lost_square,
)

TAKE_AWAY = (LAST_MATCH, THREE_HEAPS, LONE_QUEEN)
