"""Welch's interval, the permutation test and Holm's adjustment, against scipy and by hand."""

import numpy as np
import pytest
from scipy import stats

from assets.pairwise_outcomes.holm import holm
from assets.pairwise_outcomes.permutation import EXACT_UP_TO, permutation_p
from assets.pairwise_outcomes.welch import welch_interval


@pytest.mark.parametrize(("n_x", "n_y"), [(2, 2), (3, 9), (10, 4)])
def test_welch_is_scipys(n_x, n_y):
    generator = np.random.default_rng(n_x)
    x, y = generator.normal(0, 1, n_x), generator.normal(0.5, 3, n_y)
    expected = stats.ttest_ind(x, y, equal_var=False).confidence_interval()
    assert welch_interval(x, y) == pytest.approx((expected.low, expected.high), rel=1e-12)


def test_a_constant_side_leaves_the_other_sides_spread():
    x, y = np.array([1 / 3] * 3), np.array([0.0, 0.5, 0.25, 0.75])
    low, high = welch_interval(x, y)
    one_sample = stats.ttest_1samp(y, 1 / 3).confidence_interval()
    assert (low, high) == pytest.approx((1 / 3 - one_sample.high, 1 / 3 - one_sample.low), rel=1e-12)


@pytest.mark.parametrize("x", [[1.0], [1 / 3, 1 / 3]])
def test_no_spread_no_interval(x):
    assert welch_interval(np.array(x), np.array([0.2, 0.2, 0.2])) is None


def test_an_exact_p_value_by_hand():
    # Of the 6 ways to choose two of 0, 1, 2, 4, only {0, 1} and {2, 4} differ by as much.
    assert permutation_p(np.array([0.0, 1.0]), np.array([2.0, 4.0]), seed=1) == 2 / 6


def test_the_exact_p_value_is_scipys_where_sides_are_equal():
    generator = np.random.default_rng(5)
    x, y = generator.normal(0, 1, 6), generator.normal(1, 1, 6)
    expected = stats.permutation_test(
        (x, y), lambda x, y, axis: x.mean(axis) - y.mean(axis), vectorized=True, n_resamples=10_000
    )
    assert permutation_p(x, y, seed=1) == pytest.approx(expected.pvalue, abs=1e-15)


def test_a_sampled_p_value_is_near_the_exact_one_and_never_0():
    generator = np.random.default_rng(3)
    x, y = generator.normal(0, 1, 9), generator.normal(0.9, 1, 9)
    exact = stats.permutation_test(
        (x, y), lambda x, y, axis: x.mean(axis) - y.mean(axis), vectorized=True, n_resamples=50_000
    ).pvalue
    sampled = permutation_p(x, y, seed=11)
    assert sampled == permutation_p(x, y, seed=11)
    assert abs(sampled - exact) < 4 * np.sqrt(exact * (1 - exact) / EXACT_UP_TO)
    assert permutation_p(np.zeros(40), np.ones(40), seed=1) == 1 / (EXACT_UP_TO + 1)


def test_holm_by_hand():
    # Sorted 0.005, 0.01, 0.03, 0.04: times 4, 3, 2, 1, and never falling.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
