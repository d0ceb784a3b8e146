"""The sign-flip test against scipy, and its draws against its exact form."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from assets.rankings import sign_flip
from assets.rankings.sign_flip import sign_flip_p


def terms(weights: list[float], x: list[float]) -> pl.DataFrame:
    return pl.DataFrame({"weight": weights, "x": x}, schema={"weight": pl.Float64, "x": pl.Float64})


@pytest.mark.parametrize("size", [2, 5, 9])
def test_equal_weights_give_scipys_paired_permutation_test(size):
    x = np.random.default_rng(size).normal(0.5, 1, size).round(2)
    expected = stats.permutation_test((x,), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert sign_flip_p(terms([1 / size] * size, x.tolist()), seed=1) == pytest.approx(expected.pvalue)


def test_the_draws_come_near_the_exact_value(monkeypatch):
    x = [0.3, -0.1, 0.2, 0.4, 0.1, -0.05, 0.3, 0.15, 0.0, 0.2, -0.2, 0.1]
    drawn_terms = terms([1 / 12] * 12, x)
    exact = sign_flip_p(drawn_terms, seed=1)
    monkeypatch.setattr(sign_flip, "EXACT_UP_TO", 3)
    sign_flip._signs.cache_clear()
    assert sign_flip_p(drawn_terms, seed=1) == pytest.approx(exact, abs=0.01)
    sign_flip._signs.cache_clear()


def test_no_difference_anywhere_is_no_evidence():
    assert sign_flip_p(terms([0.5, 0.5], [0.0, 0.0]), seed=1) == 1.0


def test_nothing_has_no_p_value():
    assert sign_flip_p(terms([], []), seed=1) is None


def test_large_and_clear_differences_are_never_impossible():
    assert 0 < sign_flip_p(terms([1 / 40] * 40, [0.5] * 40), seed=1) < 1e-4
