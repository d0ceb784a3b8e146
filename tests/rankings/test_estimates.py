"""Errors and intervals of means by hand."""

import polars as pl
import pytest
from scipy import stats

from assets.rankings.estimates import estimates


def _terms(weights: list[float], x: list[float]) -> pl.DataFrame:
    ids = [f"e{index}" for index in range(len(x))]
    return pl.DataFrame({"contestant": ["ada"] * len(x), "environment_id": ids, "weight": weights, "x": x})


def test_equal_weights_give_the_students_interval_of_a_mean():
    x = [0.2, 0.5, 0.6, 0.3]
    row = estimates(_terms([1 / 4] * 4, x), 0, 1).row(0, named=True)
    expected = stats.ttest_1samp(x, 0).confidence_interval()
    assert row["std_error"] == pytest.approx(stats.sem(x), rel=1e-12)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((expected.low, expected.high), rel=1e-12)


def test_weights_enter_the_error_squared():
    row = estimates(_terms([0.5, 0.25, 0.25], [1.0, 0.0, 0.5]), -10, 10).row(0, named=True)
    assert row["value"] == 0.625
    squares = 0.25 * 0.375**2 + 0.0625 * 0.625**2 + 0.0625 * 0.125**2
    assert row["std_error"] == pytest.approx((3 / 2 * squares) ** 0.5, rel=1e-14)
    assert row["n"] == 3


def test_an_interval_is_cut_to_the_scores_range():
    row = estimates(_terms([0.5, 0.5], [1.0, 0.5]), 0, 1).row(0, named=True)
    assert (row["ci_low"], row["ci_high"]) == (0.0, 1.0)
