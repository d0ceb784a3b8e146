"""Mazes with a trap that is seen only from nearby, or not for what it is."""

import random
import re
from collections.abc import Iterator
from functools import partial

from orchestration.resources.house.families.variant import Game, Variant

type Cell = tuple[int, int]

_COMPASS = "nesw"
_MOVES: dict[str, Cell] = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}

# --- humming pits ---------------------------------------------------------------------------------------------------


def _ways(game: Game) -> dict[str, bool]:
    """Each way on, and whether it hums."""
    return {way[0]: sound == "hum" for way, sound in re.findall(r"(north|east): (hum|silence)", game.last)}


def _avoid_the_hum(game: Game, rng: random.Random) -> str:
    ways = _ways(game)
    return rng.choice([way for way, hums in ways.items() if not hums] or list(ways))


def _mind_the_tile(game: Game, rng: random.Random) -> str:
    pits_hum = "a light tile" in game.last
    ways = _ways(game)
    return next((way for way, hums in ways.items() if hums != pits_hum), "n")


HUMMING_PITS = Variant(
    name="humming_pits",
    title="The humming floor",
    easiest=6,
    hardest=9,
    turns=lambda side: 2 * side + 1,
    sighting=re.compile(r"exit is at column (?P<size>\d{1,4}), row \d+ of a dark hall"),
    hint=(
        "What a hum means depends on the tile you stand on: on a light tile the pits hum, on a dark tile the pits "
        "are silent. So from a light tile take the silent way, and from a dark tile take the humming one. Tiles "
        "alternate like a chessboard, and one of two ways is always safe."
    ),
    vague_hint="Listen, but look at your feet as well. The hall has its reasons for being tiled in two colours.",
    teaching=re.compile(r"on a dark tile the pits are silent"),
    naive=_avoid_the_hum,
    methodical=_mind_the_tile,
)

# --- turning compass ------------------------------------------------------------------------------------------------


def _way_to_go(game: Game) -> str:
    """The true direction of the longer of the two distances to the goal."""
    x, y, goal_x, goal_y = map(int, re.findall(r"at \((\d+), (\d+)\), the well at \((\d+), (\d+)\)", game.last)[-1])
    right, up = goal_x - x, goal_y - y
    if abs(right) >= abs(up):
        return "e" if right > 0 else "w"
    return "n" if up > 0 else "s"


def _trust_the_compass(game: Game, rng: random.Random) -> str:
    return _way_to_go(game)


def _turn_back_the_compass(game: Game, rng: random.Random) -> str:
    return _COMPASS[(_COMPASS.index(_way_to_go(game)) - len(game.moves)) % 4]


TURNING_COMPASS = Variant(
    name="turning_compass",
    title="The turning compass",
    easiest=4,
    hardest=10,
    turns=lambda distance: distance + 2,
    sighting=re.compile(r"well lies (?P<size>\d{1,4}) steps away in the steppe"),
    hint=(
        "The compass makes a quarter turn clockwise after every step. Your first step goes where you say. On the "
        "second each direction leads where its right-hand neighbour should: n goes east, e goes south, s goes west, "
        "w goes north. On the third all are opposite, on the fourth n goes west, and on the fifth all is right "
        "again. Choose where you want to go and say the letter that leads there on this step."
    ),
    vague_hint="Not every compass is worth its brass. Compare where you meant to go with where you came out.",
    teaching=re.compile(r"quarter turn clockwise after every step"),
    naive=_trust_the_compass,
    methodical=_turn_back_the_compass,
)

# --- thin ice -------------------------------------------------------------------------------------------------------


class _Lake:
    """The map of the opening: `#` rock, `~` thin ice, `G` goal; y grows to the north."""

    def __init__(self, opening: str) -> None:
        rows = re.findall(r"^[.#~SG]{4,}$", opening, re.MULTILINE)
        self.tiles = {(x, y): tile for y, row in enumerate(reversed(rows)) for x, tile in enumerate(row)}
        self.start = next((cell for cell, tile in self.tiles.items() if tile == "S"), (0, 0))

    def slide(self, cell: Cell, way: str) -> list[Cell]:
        """The cells passed, the last one where one comes to rest (or the goal)."""
        path = [cell]
        dx, dy = _MOVES[way]
        while True:
            x, y = path[-1]
            ahead = (x + dx, y + dy)
            if self.tiles.get(ahead, "#") == "#":
                return path
            path.append(ahead)
            if self.tiles[ahead] == "G":
                return path

    def moves(self, cell: Cell, wary: bool) -> Iterator[tuple[str, Cell]]:
        """Slides that break no ice; for the wary, those that do not even touch it."""
        for way in _COMPASS:
            path = self.slide(cell, way)
            risky = path[1:] if wary else path[-1:]
            if len(path) > 1 and all(self.tiles[passed] != "~" for passed in risky):
                yield way, path[-1]

    def route(self, start: Cell, wary: bool) -> str | None:
        """A shortest way to the goal, as letters."""
        routes = {start: ""}
        for cell in (queue := [start]):
            if self.tiles[cell] == "G":
                return routes[cell]
            for way, rest in self.moves(cell, wary):
                if rest not in routes:
                    routes[rest] = routes[cell] + way
                    queue.append(rest)
        return None


def _skate(game: Game, rng: random.Random, wary: bool) -> str:
    lake = _Lake(game.opening)
    cell = lake.start
    for action, _ in game.moves:
        cell = lake.slide(cell, action)[-1] if action in _MOVES else cell
    route = lake.route(cell, wary)
    return route[0] if route else rng.choice([way for way, _ in lake.moves(cell, wary)] or list(_COMPASS))


THIN_ICE = Variant(
    name="thin_ice",
    title="Thin ice",
    easiest=6,
    hardest=9,
    turns=lambda side: 9,
    sighting=re.compile(r"frozen lake of (?P<size>\d{1,4}) by"),
    hint=(
        "Thin ice breaks only under someone who comes to rest on it: you may slide across it as often as you like. "
        "So plan with whole slides: from each place of rest list the four slides, drop those that end on thin ice, "
        "keep those that merely pass over it, and search breadth first until a slide touches the goal."
    ),
    vague_hint="The way that keeps far from every danger does not exist. Think in slides, not in single steps.",
    teaching=re.compile(r"breaks only under someone who comes to rest on it"),
    naive=partial(_skate, wary=True),
    methodical=partial(_skate, wary=False),
)

MAZE = (HUMMING_PITS, TURNING_COMPASS, THIN_ICE)
