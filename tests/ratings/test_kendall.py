"""Kendall's τ-b against scipy, and the smallest τ that is not chance against every ranking there is."""

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from assets.ratings.kendall import kendall_tau_b, smallest_significant_tau


def test_every_row_has_scipys_tau_b():
    chance = np.random.default_rng(1)
    # Small whole numbers: many ties on either side.
    x, y = chance.integers(0, 4, (2, 50, 9)).astype(float)
    expected = [stats.kendalltau(*row).statistic for row in zip(x, y, strict=True)]
    np.testing.assert_allclose(kendall_tau_b(x, y), expected, rtol=1e-12)


def test_a_constant_side_has_no_correlation():
    assert np.isnan(kendall_tau_b(np.ones((1, 4)), np.arange(4.0)[None]))[0]


def test_whoever_is_absent_is_left_out():
    x, y = np.array([[1.0, 2, np.nan, 3]]), np.array([[1.0, 3, 0, 2]])
    assert kendall_tau_b(x, y)[0] == pytest.approx(1 / 3)


def test_of_nine_contestants_the_smallest_significant_tau_is_0_556():
    assert smallest_significant_tau(9) == pytest.approx(20 / 36)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7])
def test_the_smallest_significant_tau_by_counting_all_rankings(n):
    order = np.arange(float(n))
    every = np.array(list(permutations(order)))
    taus = np.abs(np.nan_to_num(kendall_tau_b(np.broadcast_to(order, every.shape), every))).round(12)
    significant = [tau for tau in np.unique(taus) if (taus >= tau).mean() <= 0.05]
    assert smallest_significant_tau(n) == (pytest.approx(significant[0]) if significant else None)


def test_scipys_exact_p_values_agree_at_nine():
    for discordant in range(19):
        ranking = list(range(9))
        for _ in range(discordant):
            at = next(i for i in range(8) if ranking[i] < ranking[i + 1])
            ranking[at], ranking[at + 1] = ranking[at + 1], ranking[at]
        found = stats.kendalltau(range(9), ranking, method="exact")
        assert (found.pvalue <= 0.05) == (found.statistic >= smallest_significant_tau(9) - 1e-9)
