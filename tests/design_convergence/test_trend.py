"""The trend: weeks that don't change are called rising at the nominal rate, and weeks that rise are found."""

import numpy as np
import pytest
from scipy import stats

from assets.design_convergence.trend import rising_p, trend

WEEKS = np.arange(12.0)


def test_the_slope_and_its_interval_are_those_of_least_squares():
    # Anscombe's first quartet (1973): slope 0.500, standard error 0.118.
    x = np.array([10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5], float)
    y = np.array([8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68])
    found = trend(x, y, seed=1)
    assert found.slope == pytest.approx(0.5001, abs=1e-4)
    half = stats.t.ppf(0.975, 9) * 0.1179
    assert (found.low, found.high) == pytest.approx((0.5001 - half, 0.5001 + half), abs=1e-3)
    assert found.weeks == 11


def test_of_four_weeks_in_rising_order_the_p_value_is_one_in_24():
    assert trend(np.arange(4.0), np.array([0.1, 0.2, 0.3, 0.4]), seed=1).p == 1 / 24
    assert trend(np.arange(4.0), np.array([0.4, 0.3, 0.2, 0.1]), seed=1).p == 1


def test_too_few_weeks_have_no_slope_and_no_test():
    nothing = trend(np.arange(3.0), np.array([0.1, np.nan, 0.2]), seed=1)
    assert (nothing.weeks, nothing.slope, nothing.low, nothing.p) == (2, None, None, None)
    sloped = trend(np.arange(4.0), np.array([0.1, np.nan, 0.2, 0.3]), seed=1)
    assert sloped.slope is not None
    assert (sloped.weeks, sloped.p) == (3, None)


def test_weeks_that_are_all_the_same_rise_by_nothing():
    found = trend(WEEKS, np.full(12, 0.1 + 0.2), seed=1)
    assert (found.slope, found.p) == pytest.approx((0, 1), abs=1e-15)


def test_weeks_on_a_line_have_no_interval_that_claims_to_be_sure():
    found = trend(WEEKS, 0.1 + 0.05 * WEEKS, seed=1)
    assert found.slope == pytest.approx(0.05)
    assert (found.low, found.high) == (None, None)


def test_a_skipped_week_is_a_longer_way():
    skipped = trend(np.array([0.0, 1, 2, 9]), np.array([0.0, 0.1, 0.2, 0.9]), seed=1)
    assert skipped.slope == pytest.approx(0.1)


@pytest.mark.parametrize("weeks", [5, 7, 12], ids=["exact", "the most that is exact", "drawn"])
def test_designs_that_do_not_change_are_called_rising_one_time_in_twenty(weeks):
    chance = np.random.default_rng(weeks)
    # Skewed and heavy-tailed, as similarities are.
    series = chance.beta(1, 8, size=(600, weeks))
    rejected = np.mean([rising_p(WEEKS[:weeks], values, seed=1) <= 0.05 for values in series])
    # Of 600 at 5 % fewer than 2 % or more than 8 % come once in a thousand times.
    assert 0.02 < rejected < 0.08


def test_a_rise_of_the_size_of_the_noise_is_found():
    chance = np.random.default_rng(1)
    series = 0.2 + 0.02 * WEEKS + chance.normal(0, 0.04, size=(200, 12))
    assert np.mean([rising_p(WEEKS, values, seed=1) <= 0.05 for values in series]) > 0.95
    assert np.mean([rising_p(WEEKS, values[::-1], seed=1) <= 0.05 for values in series]) < 0.01
