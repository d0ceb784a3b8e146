"""Packing and scheduling where only the best answer pays, and one cost is not on the list."""

import random
import re
from functools import partial
from itertools import combinations, pairwise

from orchestration.resources.house.families.variant import Game, Variant, number


def _listed(game: Game, pattern: str) -> dict[str, tuple[int, ...]]:
    """The numbers that stand behind each letter of the opening's list."""
    return {found[0]: tuple(map(int, found[1:])) for found in re.findall(pattern, game.opening, re.MULTILINE)}


def _untried(ranking: list[str], game: Game) -> str:
    tried = [action for action, _ in game.moves]
    return next((answer for answer in ranking if answer not in tried), ranking[0])


# --- neighbours in the hold -----------------------------------------------------------------------------------------

_BONUS = 6


def _load(game: Game, rng: random.Random, bonus: int) -> str:
    """The best load not tried yet, with `bonus` for two neighbours of the list."""
    items = _listed(game, r"^([A-J]): weight (\d+), price (\d+)$")
    capacity = number(r"carries a weight of (\d+)", game.opening)
    names = list(items)
    worth = {}
    for count in range(1, len(names) + 1):
        for load in combinations(names, count):
            if sum(items[name][0] for name in load) <= capacity:
                pairs = sum(ord(b) - ord(a) == 1 for a, b in pairwise(load))
                worth["+".join(load)] = sum(items[name][1] for name in load) + bonus * pairs
    return _untried(sorted(worth, key=lambda load: (-worth[load], load)), game)


NEIGHBOURS = Variant(
    name="neighbours",
    title="The trader's hold",
    easiest=7,
    hardest=9,
    turns=lambda goods: 5,
    sighting=re.compile(r"trader offers (?P<size>\d{1,4}) goods"),
    hint=(
        "The buyer pays for sets: two goods that are neighbours on the list fetch six more when both are on board, "
        "for each such pair, so that three in a row fetch twelve more. Go through all loads that the hold can carry, "
        "add the prices and six for every pair of neighbours, and name the load with the greatest sum."
    ),
    vague_hint=(
        "The list of prices is true and is not the whole truth. Compare what a load earned with what you expected."
    ),
    teaching=re.compile(r"neighbours on the list fetch six more"),
    naive=partial(_load, bonus=0),
    methodical=partial(_load, bonus=_BONUS),
)

# --- cooling machine ------------------------------------------------------------------------------------------------

_COOLING = 4


def _order(jobs: dict[str, tuple[int, ...]], cooling: int) -> str:
    """Smith's rule: by length over weight, here with the machine's idle hours after an odd job in its length."""
    return "".join(sorted(jobs, key=lambda job: ((jobs[job][0] + cooling * (jobs[job][0] % 2)) / jobs[job][1], job)))


def _jobs(game: Game) -> dict[str, tuple[int, ...]]:
    return _listed(game, r"^([A-Z]): (\d+) hours, weight (\d+)$")


def _by_length_and_weight(game: Game, rng: random.Random) -> str:
    jobs = _jobs(game)
    shortest_first = "".join(sorted(jobs, key=lambda job: jobs[job][0]))
    heaviest_first = "".join(sorted(jobs, key=lambda job: -jobs[job][1]))
    return _untried([_order(jobs, 0), shortest_first, heaviest_first], game)


def _with_cooling(game: Game, rng: random.Random) -> str:
    return _order(_jobs(game), _COOLING)


COOLING_MACHINE = Variant(
    name="cooling_machine",
    title="One machine, many jobs",
    easiest=6,
    hardest=10,
    turns=lambda jobs: 4,
    sighting=re.compile(r"machine has (?P<size>\d{1,4}) jobs to do"),
    hint=(
        "After a job of an odd number of hours the machine stands idle for four hours before the next one, and "
        "nobody says so. Count the idle hours as part of the odd jobs: lengthen each of them by four. Then divide "
        "each job's length by its weight and do the jobs in the order of these quotients, the smallest one at the "
        "front."
    ),
    vague_hint="The clock on the wall and the hours on the list disagree. Something happens between two jobs.",
    teaching=re.compile(r"after a job of an odd number of hours the machine stands idle for four hours", re.IGNORECASE),
    naive=_by_length_and_weight,
    methodical=_with_cooling,
)

# --- long arm -------------------------------------------------------------------------------------------------------


def _pan(weights: dict[str, tuple[int, ...]], share: int) -> str:
    """The weights whose sum comes closest to one in `share` parts of the whole, as the left pan."""
    total = sum(weight for (weight,) in weights.values())
    pans = [pan for count in range(1, len(weights)) for pan in combinations(weights, count)]
    best = min(pans, key=lambda pan: (abs(share * sum(weights[name][0] for name in pan) - total), pan))
    return "+".join(best)


def _halve(game: Game, rng: random.Random) -> str:
    """Equal pans first; then move the lightest weight away from the pan that sank."""
    weights = _listed(game, r"\b([A-L])=(\d+)")
    if not game.moves:
        return _pan(weights, 2)
    left = game.moves[-1][0].split("+")
    if "left pan sinks" in game.last and len(left) > 1:
        left.remove(min(left, key=lambda name: weights[name]))
    elif right := [name for name in weights if name not in left]:
        left.append(min(right, key=lambda name: weights[name]))
    return "+".join(sorted(left))


def _a_third_to_the_left(game: Game, rng: random.Random) -> str:
    return _pan(_listed(game, r"\b([A-L])=(\d+)"), 3)


LONG_ARM = Variant(
    name="long_arm",
    title="An old pair of scales",
    easiest=8,
    hardest=12,
    turns=lambda weights: 3,
    sighting=re.compile(r"(?P<size>\d{1,4}) weights, all of which must lie on the scales"),
    hint=(
        "The left arm of the beam is twice as long, so a weight on the left pulls like two of it on the right. The "
        "beam is level when the right pan carries twice as much as the left one: put exactly a third of the total "
        "weight on the left. Add all weights, divide by three, and search for the set that has this sum."
    ),
    vague_hint="Old scales have their ways. Ask what it is that a beam compares, for it is not weight alone.",
    teaching=re.compile(r"exactly a third of the total weight on the left"),
    naive=_halve,
    methodical=_a_third_to_the_left,
)

PACKING = (NEIGHBOURS, COOLING_MACHINE, LONG_ARM)
