"""Plans: the smallest design that suffices, and what a design gains by seeds and by environments."""

import pytest

from assets.power.plan import Goal, largest, levers, simulate_grid, smallest
from assets.power.simulate import Duel, Outlook
from assets.power.world import ASSUMED

STUDY = Duel.of(ASSUMED, 0.2)
POWER, WIDTH = Goal("power", 0.8), Goal("width", 0.3)


def grid(powers: dict[tuple[int, int | None], float]) -> dict[tuple[int, int | None], Outlook]:
    """Outlooks with these powers; widths shrink as powers grow."""
    return {design: Outlook(power=power, width=1.1 - power, coverage=0.95) for design, power in powers.items()}


MADE = grid(
    {
        (5, 2): 0.2, (5, 4): 0.3, (5, 8): 0.4, (5, None): 0.5,
        (10, 2): 0.4, (10, 4): 0.5, (10, 8): 0.6, (10, None): 0.7,
        (20, 2): 0.7, (20, 4): 0.9, (20, 8): 0.95, (20, None): 1.0,
    }
)  # fmt: skip


@pytest.mark.parametrize("goal", [POWER, WIDTH])
def test_the_smallest_design_has_the_fewest_attempts(goal):
    [design] = smallest(STUDY, MADE, goal)
    assert (design.environments, design.seeds, design.attempts) == (20, 4, 320)
    assert design.reached == pytest.approx(0.9 if goal is POWER else 0.2)


def test_designs_of_as_many_attempts_stand_side_by_side():
    designs = smallest(STUDY, MADE, Goal("power", 0.4))
    assert [(it.environments, it.seeds, it.attempts) for it in designs] == [(10, 2, 80)]
    designs = smallest(STUDY, MADE | grid({(5, 4): 0.45}), Goal("power", 0.4))
    assert [(it.environments, it.seeds) for it in designs] == [(5, 4), (10, 2)]


def test_endless_seeds_are_no_design():
    assert smallest(STUDY, MADE, Goal("power", 0.96)) == []
    most = largest(STUDY, MADE, POWER)
    assert (most.environments, most.seeds, most.reached) == (20, 8, 0.95)


def test_a_goal_is_judged_as_it_is_shown():
    assert POWER.reached(Outlook(0.7951, 0.3, 0.95))
    assert not POWER.reached(Outlook(0.7949, 0.3, 0.95))
    assert WIDTH.reached(Outlook(0.8, 0.3049, 0.95))
    assert not WIDTH.reached(Outlook(0.8, 0.3051, 0.95))


@pytest.mark.parametrize("goal", [POWER, WIDTH])
def test_levers_start_from_the_largest_design_that_falls_short(goal):
    found = levers(STUDY, MADE, goal)
    assert (found.usual.environments, found.usual.seeds) == (10, 4)
    assert (found.more_seeds.environments, found.more_seeds.seeds) == (10, 8)
    assert (found.more_environments.environments, found.more_environments.seeds) == (20, 4)
    assert found.endless_seeds == goal.of(MADE[10, None])
    # 0.1 for 160 attempts against 0.4 for 160.
    assert found.advantage == pytest.approx(4)


def test_levers_of_a_design_that_suffices_or_of_nothing_to_compare():
    assert levers(STUDY, MADE, Goal("power", 0.1)).usual.environments == 5
    assert levers(STUDY, {key: it for key, it in MADE.items() if key[0] == 5}, POWER) is None
    assert levers(STUDY, {key: it for key, it in MADE.items() if key[1] in (2, 4, None)}, POWER) is None
    flat = grid(dict.fromkeys(MADE, 0.5))
    assert levers(STUDY, flat, POWER).advantage is None


def test_a_grid_holds_every_design_and_its_limit_whatever_stands_beside_it():
    small, large = simulate_grid(STUDY, (3, 5), (2,)), simulate_grid(STUDY, (5, 8), (1, 2))
    assert list(small) == [(3, 2), (3, None), (5, 2), (5, None)]
    assert small[5, 2] == large[5, 2]
    assert small[5, None] == large[5, None]
