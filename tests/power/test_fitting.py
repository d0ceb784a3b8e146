"""The fit finds the world that a week was drawn from, and says so where the week can't tell."""

from dataclasses import astuple, replace

import numpy as np
import polars as pl
import pytest

from assets.errors import OperatorError
from assets.power.cells import cell_variances, environment_chances
from assets.power.fitting import WIDEST, fit_world, world_errors
from assets.power.world import World
from power.worlds import EVEN, ROUGH, chances, played_week


@pytest.mark.parametrize("environments", [3, 10])
def test_it_finds_the_world_on_average(environments):
    """Twelve weeks of eight contestants: the mean of the fits lies within three of its own standard errors."""
    fits = np.array([astuple(fit_world(played_week(ROUGH, 8, environments, 4, seed))) for seed in range(12)])
    errors = fits.std(axis=0, ddof=1) / np.sqrt(len(fits))
    away = np.abs(fits.mean(axis=0) - astuple(ROUGH))
    assert (away < 3 * errors).all(), dict(zip(World.__slots__, away / errors, strict=True))
    assert errors[3:].max() < 0.2


def test_the_spreads_hold_whatever_part_of_them_solvers_share():
    for shared in (0.0, 1.0):
        fits = np.array([astuple(fit_world(played_week(ROUGH, 8, 8, 4, seed, shared=shared))) for seed in range(8)])
        assert fits.mean(axis=0)[[3, 5]] == pytest.approx([ROUGH.difficulty_spread, ROUGH.hint_spread], abs=0.3)


def test_its_standard_errors_are_about_as_large_as_its_errors():
    weeks = [played_week(ROUGH, 6, 6, 4, seed, author_spread=0) for seed in range(10)]
    # The abilities' own draw moves their mean and spread; what is left are the numbers of the environments.
    numbers = slice(3, 6)
    found = np.array([astuple(fit_world(week))[numbers] for week in weeks])
    claimed = np.array([astuple(world_errors(week))[numbers] for week in weeks])
    actual = found.std(axis=0, ddof=1)
    assert (np.abs(np.log(np.sqrt((claimed**2).mean(axis=0)) / actual)) < np.log(2)).all()


def test_the_variances_between_environments_are_unbiased():
    """Attempts of even chances vary, the chances don't; of unlike ones the variance is that of the chances."""
    for world in (EVEN, replace(EVEN, ability_spread=0.0, difficulty_spread=1.0, hint_spread=1.0)):
        cells = cell_variances(environment_chances(played_week(world, 20, 5, 2, seed=1, shared=0, author_spread=0)))
        unaided, hinted = chances(replace(world, ability_spread=0), 0.0, 200_000, seed=2)
        assert cells["unaided"].mean() == pytest.approx(unaided.var(), abs=0.012)
        assert cells["gain"].mean() == pytest.approx((hinted - unaided).var(), abs=0.02)


def test_one_cell_by_hand():
    """Two seeds each: shares ½ and 1, products of the two seeds 0 and 1, of the two environments ½."""
    rows = [
        {"environment_id": name, "author": "ada", "solver": "bob", "domain": "d", "seed": seed, "trial": 0}
        | {"condition": condition, "success": float(won)}
        for name, outcomes in (("e1", (True, False)), ("e2", (True, True)))
        for seed, won in enumerate(outcomes)
        for condition in ("without_hint", "with_hint")
    ]
    environments = environment_chances(pl.DataFrame(rows))
    assert environments["unaided"].to_list() == [0.5, 1]
    assert environments["unaided_squared"].to_list() == [0, 1]
    [cell] = cell_variances(environments).to_dicts()
    assert cell == {"author": "ada", "solver": "bob", "environments": 2, "unaided": 0.5 - 0.5, "gain": 0}


def test_environments_that_are_alike_show_no_spread():
    fits = [fit_world(played_week(EVEN, 8, 10, 8, seed, author_spread=0)) for seed in range(6)]
    assert np.mean([it.difficulty_spread for it in fits]) < 0.2
    assert np.mean([it.hint_spread for it in fits]) < 0.3


def test_all_or_nothing_ends_at_the_widest_spread():
    week = played_week(ROUGH, 5, 4, 1, seed=0)
    copies = pl.concat([week.with_columns(seed=pl.lit(seed, pl.Int64)) for seed in range(4)])
    assert fit_world(copies).difficulty_spread == WIDEST


def test_trials_of_a_seed_are_no_seeds():
    week = played_week(ROUGH, 6, 5, 4, seed=3)
    twice = pl.concat([week, week.with_columns(trial=pl.lit(1))])
    assert astuple(fit_world(twice)) == pytest.approx(astuple(fit_world(week)), abs=1e-6)


def test_the_order_of_rows_and_the_names_change_nothing():
    week = played_week(ROUGH, 5, 4, 4, seed=4)
    shuffled = week.sample(fraction=1, shuffle=True, seed=0)
    assert fit_world(shuffled) == fit_world(week)
    renamed = week.with_columns(pl.col("author", "solver").replace("player_00", "zoe"))
    assert astuple(fit_world(renamed)) == pytest.approx(astuple(fit_world(week)), abs=1e-6)


def test_attempts_that_pair_with_nothing_change_nothing():
    week = played_week(ROUGH, 5, 4, 4, seed=5)
    own, alone = pl.col("author") == pl.col("solver"), pl.col("seed") == 3
    lost = week.filter(~own, ~(alone & (pl.col("condition") == "with_hint")))
    assert fit_world(lost) == fit_world(week.filter(~alone))


@pytest.mark.parametrize(
    ("week", "says"),
    [
        (played_week(ROUGH, 4, 3, 4, 0).clear(), "nobody met two environments"),
        (played_week(ROUGH, 4, 1, 4, 0), "nobody met two environments"),
        (played_week(ROUGH, 4, 3, 1, 0), "from two seeds"),
        (played_week(ROUGH, 1, 3, 4, 0), "nobody met two environments of a rival"),
        (played_week(ROUGH, 4, 3, 4, 0).filter(pl.col("condition") == "with_hint"), "nobody met"),
        (played_week(ROUGH, 4, 3, 4, 0).filter(pl.col("solver") == "player_00"), "only one solver"),
        (played_week(ROUGH, 4, 3, 4, 0).with_columns(success=pl.lit(1.0)), "every attempt succeeded"),
        (played_week(ROUGH, 4, 3, 4, 0).with_columns(success=pl.lit(0.0)), "every attempt failed"),
    ],
)
def test_a_week_that_can_not_tell_is_refused_with_the_reason(week, says):
    with pytest.raises(OperatorError, match=says):
        fit_world(week)


@pytest.mark.parametrize("contestants", [2, 3])
def test_the_smallest_weeks_give_finite_numbers(contestants):
    for seed in range(10):
        week = played_week(ROUGH, contestants, 2, 2, seed)
        world = fit_world(week)
        assert np.isfinite(astuple(world)).all()
        assert min(world.ability_spread, world.difficulty_spread, world.hint_spread) >= 0
        errors = world_errors(week)
        assert errors is None or np.isfinite(astuple(errors)).all()


def test_hints_that_always_help_where_nobody_succeeds_alone():
    week = played_week(ROUGH, 4, 3, 4, 0).with_columns(success=(pl.col("condition") == "with_hint").cast(pl.Float64))
    world = fit_world(week)
    assert world.hint_effect > 4
    assert (world.ability_spread, world.difficulty_spread, world.hint_spread) == (0, 0, 0)
