"""Secret writing: messages to be read, and the obvious way of reading them is wrong."""

import random
import re
from functools import partial

from orchestration.resources.house.families.variant import Game, Variant, number

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def _nth(readings: list[str], game: Game) -> str:
    """The next reading that was not given yet; the first one again when all were."""
    given = [action for action, _ in game.moves]
    return next((reading for reading in readings if reading not in given), readings[0])


# --- growing shift --------------------------------------------------------------------------------------------------


def _shifted_back(text: str, start: int, growth: int) -> str:
    return "".join(_ALPHABET[(_ALPHABET.index(c) - start - growth * place) % 26] for place, c in enumerate(text))


def _decipher(game: Game, rng: random.Random, growth: int) -> str:
    shown = [found[1] for _, answer in game.moves if (found := re.search(r"enciphers it as ([a-z])\.", answer))]
    if not shown:
        return "e a"
    secret = re.findall(r"message: ([a-z]+)\.", game.opening)[-1]
    first = _ALPHABET.index(shown[0])
    return _nth([f"a {_shifted_back(secret, first + more, growth)}" for more in (0, 1, -1, 2)], game)


GROWING_SHIFT = Variant(
    name="growing_shift",
    title="The clerk's cipher",
    easiest=6,
    hardest=14,
    turns=lambda letters: 6,
    sighting=re.compile(r"clerk enciphered a message of (?P<size>\d{1,4}) letters"),
    hint=(
        "Every letter is moved on through the alphabet, and the shift grows by one with each letter: the second "
        "letter is moved one more than the first, the third two more, and so on, going round from z to a. Let the "
        "clerk encipher the single letter a: the answer is the first shift. Then move the letters of the message "
        "back by that shift, by one more, by two more, and answer with what you get."
    ),
    vague_hint="The clerk's help is worth having, but what he does to one letter he need not do to its neighbour.",
    teaching=re.compile(r"shift grows by one with each letter"),
    naive=partial(_decipher, growth=0),
    methodical=partial(_decipher, growth=1),
)

# --- snake columns --------------------------------------------------------------------------------------------------


def _columns(game: Game) -> list[str]:
    secret = re.findall(r"arrived: ([a-z]+)\.", game.opening)[-1]
    width = number(r"rows of (\d+) letters", game.opening)
    height = len(secret) // width
    return [secret[start : start + height] for start in range(0, len(secret), height)]


def _by_rows(columns: list[str]) -> str:
    return "".join("".join(row) for row in zip(*columns, strict=True))


def _read_columns_down(game: Game, rng: random.Random) -> str:
    columns = _columns(game)
    straight = _by_rows(columns)
    return _nth([straight, _by_rows(columns[::-1]), straight[::-1], _by_rows([c[::-1] for c in columns])], game)


def _read_columns_as_a_snake(game: Game, rng: random.Random) -> str:
    return _by_rows([column[::-1] if place % 2 else column for place, column in enumerate(_columns(game))])


SNAKE_COLUMNS = Variant(
    name="snake_columns",
    title="The order of columns",
    easiest=3,
    hardest=7,
    turns=lambda width: 4,
    sighting=re.compile(r"written in rows of (?P<size>\d{1,4}) letters"),
    hint=(
        "The columns were copied like a snake: the first column downwards, every second column upwards from the "
        "bottom, the third downwards again. Cut what arrived into pieces as long as a column, turn the second, the "
        "fourth and every other even piece round, set the pieces side by side as columns, and read the rows."
    ),
    vague_hint="Columns were involved, and the copyist did not like to lift the pen further than needed.",
    teaching=re.compile(r"every second column upwards from the bottom"),
    naive=_read_columns_down,
    methodical=_read_columns_as_a_snake,
)

# --- walking grid ---------------------------------------------------------------------------------------------------


def _grid_and_pairs(game: Game) -> tuple[list[str], list[tuple[int, int]]]:
    grid = re.findall(r"^[a-z]{7}$", game.opening, re.MULTILINE)
    return grid, [(int(down), int(right)) for down, right in re.findall(r"(\d)-(\d)", game.opening)]


def _look_up(game: Game, rng: random.Random) -> str:
    grid, pairs = _grid_and_pairs(game)
    rows_first = "".join(grid[row % 7][column % 7] for row, column in pairs)
    columns_first = "".join(grid[row % 7][column % 7] for column, row in pairs)
    from_one = "".join(grid[row - 1][column - 1] for row, column in pairs)
    return _nth([rows_first, from_one, columns_first], game)


def _walk(game: Game, rng: random.Random) -> str:
    grid, pairs = _grid_and_pairs(game)
    row = column = 0
    letters = []
    for down, right in pairs:
        row, column = (row + down) % 7, (column + right) % 7
        letters.append(grid[row][column])
    return "".join(letters)


WALKING_GRID = Variant(
    name="walking_grid",
    title="Letters in a square",
    easiest=5,
    hardest=12,
    turns=lambda letters: 4,
    sighting=re.compile(r"password of (?P<size>\d{1,4}) letters is hidden in this square"),
    hint=(
        "The pairs are no addresses but steps of a walk: each pair is counted on from the letter before it. Begin on "
        "the letter in the top left corner. The first number says how many rows to go down, the second how many "
        "columns to go right; at an edge go on from the opposite one. Write down each letter where a pair ends."
    ),
    vague_hint="Pairs of numbers tempt one to look them up one by one. Ask what a pair knows about its neighbours.",
    teaching=re.compile(r"each pair is counted on from the letter before it"),
    naive=_look_up,
    methodical=_walk,
)

SECRET_WRITING = (GROWING_SHIFT, SNAKE_COLUMNS, WALKING_GRID)
