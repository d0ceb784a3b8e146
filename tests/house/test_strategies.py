"""The recipe of a variant wins, and playing by what the observations seem to say mostly does not."""

import pytest

from orchestration.resources.house.families import VARIANTS
from orchestration.resources.house.families.variant import Game

from .playing import maker_of, wins

SEEDS = range(40)

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)


@every_variant
@pytest.mark.parametrize("difficulty", [0.0, 0.5, 1.0])
def test_the_method_always_wins(variant, difficulty):
    make = maker_of(variant, difficulty)
    assert all(wins(make, variant.methodical, seed) for seed in SEEDS)


@every_variant
@pytest.mark.parametrize("difficulty", [0.0, 0.5, 1.0])
def test_the_naive_way_mostly_fails(variant, difficulty):
    make = maker_of(variant, difficulty)
    assert sum(wins(make, variant.naive, seed) for seed in SEEDS) <= 0.2 * len(SEEDS)


def test_the_last_word_of_a_game():
    assert Game("start").last == "start"
    assert Game("start", (("1", "on"), ("2", "over"))).last == "over"
