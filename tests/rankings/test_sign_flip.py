"""The sign-flip test against scipy, and its draws against its exact form."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from assets import sign_flip as flips
from assets.rankings import sign_flip
from assets.rankings.sign_flip import sign_flip_p


def terms(**x: list[float]) -> pl.DataFrame:
    """Terms of some contestants, every environment of equal weight."""
    rows = [(name, f"e{at}", 1 / len(own), value) for name, own in x.items() for at, value in enumerate(own)]
    schema = {"contestant": pl.String, "environment_id": pl.String, "weight": pl.Float64, "x": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row")


@pytest.mark.parametrize("size", [2, 5, 9])
def test_equal_weights_give_scipys_paired_permutation_test(size):
    x = np.random.default_rng(size).normal(0.5, 1, size).round(2)
    expected = stats.permutation_test((x,), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert sign_flip_p(terms(ada=x.tolist()), ["ada"], seed=1) == [pytest.approx(expected.pvalue)]


@pytest.mark.parametrize("at_once", [100, flips._AT_ONCE])
def test_the_draws_come_near_the_exact_value(monkeypatch, at_once):
    chance = np.random.default_rng(2)
    x = {"ada": chance.normal(0.3, 0.5, 12).tolist(), "bob": chance.normal(0.1, 0.5, 9).tolist()}
    exact = sign_flip_p(terms(**x), ["ada", "bob"], seed=1)
    monkeypatch.setattr(sign_flip, "EXACT_UP_TO", 3)
    monkeypatch.setattr(flips, "_AT_ONCE", at_once)
    assert sign_flip_p(terms(**x), ["ada", "bob"], seed=1) == pytest.approx(exact, abs=0.01)


def test_few_and_many_environments_stand_side_by_side():
    x = {"ada": [0.5] * 3, "bob": [0.5] * 40}
    found = sign_flip_p(terms(**x), ["bob", "cyd", "ada"], seed=1)
    assert found[1:] == [None, 2 / 8]
    assert 0 < found[0] < 1e-4


def test_no_difference_anywhere_is_no_evidence():
    assert sign_flip_p(terms(ada=[0.0, 0.0], bob=[0.0] * 20), ["ada", "bob"], seed=1) == [1.0, 1.0]


@pytest.mark.parametrize("size", [3, 14, 15])
def test_a_row_of_differences_is_listed_while_short_and_drawn_when_long(size):
    x = np.random.default_rng(size).normal(0.4, 1, size)
    exact = stats.permutation_test((x,), np.mean, permutation_type="samples", n_resamples=np.inf).pvalue
    assert flips.flipped_p(x, seed=1) == pytest.approx(exact, abs=1e-12 if size < 15 else 0.01)
