"""Simulated duels and hint gains: closed forms where there are some, true effects, coverage, and what size does."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from assets.errors import OperatorError
from assets.power.simulate import Duel, HintGain
from assets.power.world import ASSUMED, World
from power.worlds import EVEN, ROUGH, chances


def t_test_power(effect: float, error: float, freedom: int) -> float:
    """Power of a two-sided t-test at 5 %."""
    reach, away = stats.t.ppf(0.975, freedom), effect / error
    return stats.nct.sf(reach, freedom, away) + stats.nct.cdf(-reach, freedom, away)


def t_width(error: float, freedom: int) -> float:
    """Mean width of a 95 % interval whose standard error is estimated (by freedom's chi, whose mean is below 1)."""
    chi = stats.chi(freedom).mean() / np.sqrt(freedom)
    return 2 * stats.t.ppf(0.975, freedom) * error * chi


@pytest.mark.parametrize(("environments", "seeds"), [(5, 16), (10, 16), (40, 4)])
def test_environments_that_are_alike_leave_the_textbooks_t_test_of_a_duel(environments, seeds):
    duel = Duel.of(EVEN, 0.15)
    variances = []
    for ability in (-duel.apart / 2, duel.apart / 2):
        [unaided], [hinted] = chances(EVEN, ability, 1, seed=0)
        taught = (1 - unaided) * hinted
        variances.append((taught + unaided - (taught - unaided) ** 2) / seeds)
    error = np.sqrt(sum(variances) / environments) / 2
    outlook = duel.outlook(environments, seeds)
    assert outlook.power == pytest.approx(t_test_power(0.15, error, 2 * environments - 2), abs=0.035)
    assert outlook.width == pytest.approx(t_width(error, 2 * environments - 2), rel=0.05)


@pytest.mark.parametrize(("environments", "seeds"), [(5, 16), (10, 16), (40, 4)])
def test_environments_that_are_alike_leave_the_textbooks_t_test_of_a_hint_gain(environments, seeds):
    study = HintGain.of(EVEN, 0.1)
    [unaided], [hinted] = chances(study.world, 0.0, 1, seed=0)
    variance = unaided * (1 - unaided) + hinted * (1 - hinted)
    error = np.sqrt(variance / seeds / environments)
    outlook = study.outlook(environments, seeds)
    assert outlook.power == pytest.approx(t_test_power(0.1, error, environments - 1), abs=0.035)
    assert outlook.width == pytest.approx(t_width(error, environments - 1), rel=0.02)


@pytest.mark.parametrize("world", [EVEN, ROUGH, ASSUMED])
@pytest.mark.parametrize("margin", [0.1, 0.2, 0.4])
def test_a_duel_has_the_margin_that_was_asked_for(world, margin):
    duel = Duel.of(world, margin)
    u = []
    for seed, ability in enumerate((-duel.apart / 2, duel.apart / 2)):
        unaided, hinted = chances(world, ability, 1_000_000, seed)
        u.append(((1 - unaided) * hinted - unaided).mean())
    assert (u[0] - u[1]) / 2 == pytest.approx(margin, abs=0.002)


@pytest.mark.parametrize("world", [EVEN, ROUGH, ASSUMED])
@pytest.mark.parametrize("gain", [0.05, 0.1, 0.3])
def test_a_hint_gain_has_the_size_that_was_asked_for(world, gain):
    unaided, hinted = chances(HintGain.of(world, gain).world, 0.0, 1_000_000, seed=0)
    assert (hinted - unaided).mean() == pytest.approx(gain, abs=0.002)


def test_an_effect_out_of_reach_is_refused_with_what_can_be_reached():
    with pytest.raises(OperatorError, match=r"a margin of 0\.9 is out of reach: .* at most 0\.\d\d in this model"):
        Duel.of(ASSUMED, 0.9)
    with pytest.raises(OperatorError, match=r"a hint gain of 0\.6 is out of reach: .* at most 0\.50 in this model"):
        HintGain.of(ASSUMED, 0.6)


def test_equals_need_no_difference_of_abilities():
    assert Duel.of(ROUGH, 0.0).apart == 0


@pytest.mark.parametrize("world", [ROUGH, ASSUMED])
@pytest.mark.parametrize(("environments", "seeds"), [(5, 4), (10, 4), (20, 2), (40, 16), (10, None)])
def test_intervals_cover_the_truth_in_95_of_100_tournaments(world, environments, seeds):
    for study in (Duel.of(world, 0.0), Duel.of(world, 0.2), HintGain.of(world, 0.1)):
        assert study.outlook(environments, seeds).coverage == pytest.approx(0.95, abs=0.02)


def test_equals_are_told_apart_in_5_of_100_duels():
    assert Duel.of(ROUGH, 0.0).outlook(10, 4).power == pytest.approx(0.05, abs=0.015)


@pytest.mark.parametrize("study", [Duel.of(ROUGH, 0.2), HintGain.of(ROUGH, 0.15)])
def test_power_rises_and_intervals_narrow_with_environments(study):
    outlooks = [study.outlook(environments, 4) for environments in (3, 6, 12, 24, 48)]
    powers, widths = [it.power for it in outlooks], [it.width for it in outlooks]
    assert powers == sorted(powers)
    assert widths == sorted(widths, reverse=True)
    assert powers[-1] > 0.75 > 0.2 > powers[0]


def test_seeds_help_no_further_where_environments_differ_most():
    world = replace(ROUGH, difficulty_spread=6.0, hint_effect=0.0, hint_spread=0.0)
    few, many, endless = (Duel.of(world, 0.2).outlook(10, seeds) for seeds in (4, 16, None))
    assert many.power - few.power < 0.1
    assert endless.power - many.power < 0.05
    assert Duel.of(world, 0.2).outlook(20, 4).power - few.power > 0.2


def test_seeds_alone_decide_where_environments_are_alike():
    """Four times the seeds and four times the environments halve the interval alike, but for the freedom of t."""
    study = HintGain.of(EVEN, 0.1)
    assert study.outlook(20, 16).width == pytest.approx(study.outlook(80, 4).width, rel=0.06)
    assert study.outlook(20, 16).width == pytest.approx(study.outlook(20, 4).width / 2, rel=0.03)


@settings(max_examples=15, deadline=None)
@given(
    st.builds(
        World,
        ability_spread=st.just(1.0),
        hinted_ability=st.floats(0, 2),
        difficulty=st.floats(-3, 3),
        difficulty_spread=st.floats(0, 5),
        hint_effect=st.floats(-1, 4),
        hint_spread=st.floats(0, 5),
    ),
    st.integers(2, 12),
    st.sampled_from([1, 3, None]),
)
def test_whatever_the_world_the_outlook_makes_sense(world, environments, seeds):
    for study in (Duel.of(world, 0.01), HintGain(world, float(world.hint_gain()))):
        outlook = study.outlook(environments, seeds)
        assert 0 <= outlook.power <= 1
        assert 0 <= outlook.width <= 2
        assert 0 <= outlook.coverage <= 1


def test_the_same_call_gives_the_same_numbers():
    assert Duel.of(ROUGH, 0.2).outlook(5, 4) == Duel.of(ROUGH, 0.2).outlook(5, 4)
    assert HintGain.of(ROUGH, 0.1).outlook(5, None) == HintGain.of(ROUGH, 0.1).outlook(5, None)
