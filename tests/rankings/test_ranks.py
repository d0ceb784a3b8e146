"""Ranks by hand: ties, those who are absent, and what resamples leave open."""

import numpy as np

from assets.rankings.ranks import rank_interval, ranks, shares_of_first

NAN = np.nan


def test_ties_share_the_smaller_rank_and_rounding_is_a_tie():
    assert ranks(np.array([0.9, 0.5, 0.5 + 1e-15, 0.1, 0.7])).tolist() == [1, 3, 3, 5, 2]


def test_without_a_value_there_is_no_rank():
    np.testing.assert_array_equal(ranks(np.array([[0.9, NAN, 0.1], [NAN, NAN, NAN]])), [[1, NAN, 2], [NAN] * 3])


def test_the_interval_leaves_out_a_fortieth_on_either_side():
    # Contestant 0 is first in 38 of 40 resamples, second in one and third in one.
    draws = np.tile([3.0, 2.0, 1.0], (40, 1))
    draws[0] = [2, 3, 1]
    draws[1] = [1, 3, 2]
    low, high = rank_interval(draws, np.array([1.0, 2.0, 3.0]))
    assert low.tolist() == [1, 1, 2]
    assert high.tolist() == [2, 2, 3]


def test_a_tie_counts_for_the_best_rank_and_against_the_worst():
    low, high = rank_interval(np.ones((10, 3)), np.ones(3))
    assert (low.tolist(), high.tolist()) == ([1, 1, 1], [3, 3, 3])


def test_the_interval_holds_the_rank_that_the_resamples_miss():
    low, high = rank_interval(np.tile([1.0, 2.0], (10, 1)), np.array([1.0, 2.0]))
    assert (low.tolist(), high.tolist()) == ([1, 1], [2, 2])


def test_whoever_is_absent_from_a_resample_is_passed_by_nobody():
    draws = np.array([[3.0, NAN, 1.0]] * 10)
    low, high = rank_interval(draws, np.array([1.0, NAN, 2.0]))
    np.testing.assert_array_equal(low, [1, NAN, 2])
    np.testing.assert_array_equal(high, [1, NAN, 2])


def test_first_places_are_shared_and_add_up():
    assert shares_of_first(np.array([[1.0, 1, 0], [2, 1, 0], [0, 1, NAN], [0, 0, 0]])).tolist() == [
        (1 / 2 + 1 + 1 / 3) / 4,
        (1 / 2 + 1 + 1 / 3) / 4,
        (1 / 3) / 4,
    ]


def test_resamples_that_rank_nobody_are_left_out_of_the_shares():
    assert shares_of_first(np.array([[1.0, 0], [NAN, NAN]])).tolist() == [1, 0]
    assert np.isnan(shares_of_first(np.full((3, 2), NAN))).all()


def test_whom_no_resample_ranks_has_no_interval():
    low, high = rank_interval(np.full((3, 2), NAN), np.array([1.0, 1.0]))
    assert np.isnan([low, high]).all()
