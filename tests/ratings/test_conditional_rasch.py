"""The conditional Rasch fit: R's values for LSAT-6, and the likelihood summed up pattern by pattern."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from scipy.special import expit

from assets.ratings.conditional_rasch import fit_conditional_rasch
from assets.ratings.item_response import fit_items

REFDATA = Path(__file__).parents[1] / "refdata"
EXPECTED = json.loads((REFDATA / "expected.json").read_text())["lsat6"]["conditional_ml_easiness_sum_zero"]
POSSIBLE = np.array(list(itertools.product([0, 1], repeat=5)))


@pytest.fixture(scope="module")
def lsat6():
    table = np.genfromtxt(REFDATA / "lsat6.csv", delimiter=",", skip_header=1)
    return table[:, :-1], table[:, -1]


def value_and_gradient(easiness, patterns, counts):
    """The conditional log-likelihood, each pattern among all those with as many solved items."""
    value, gradient = 0.0, np.zeros(5)
    for pattern, count in zip(patterns, counts, strict=True):
        alike = POSSIBLE[POSSIBLE.sum(axis=1) == pattern.sum()]
        weight = np.exp(alike @ easiness)
        value += count * (pattern @ easiness - np.log(weight.sum()))
        gradient += count * (pattern - weight @ alike / weight.sum())
    return value, gradient


def test_lsat6_as_in_r(lsat6):
    fit = fit_conditional_rasch(*lsat6)
    # R's general-purpose optimiser stopped with a gradient of 6e-4, up to 4e-6 (5e-5 standard errors) off the maximum.
    assert fit.easiness == pytest.approx(np.array(EXPECTED["easiness"]), rel=0, abs=4e-6)
    assert round(fit.log_likelihood, 5) == EXPECTED["log_likelihood"]
    assert fit.converged


def test_the_fit_is_the_maximum_of_the_likelihood_summed_up_pattern_by_pattern(lsat6):
    fit = fit_conditional_rasch(*lsat6)
    value, gradient = value_and_gradient(fit.easiness, *lsat6)
    assert fit.log_likelihood == pytest.approx(value, rel=1e-13)
    assert np.abs(gradient).max() < 1e-9
    assert np.abs(value_and_gradient(np.array(EXPECTED["easiness"]), *lsat6)[1]).max() > 1e-4
    assert fit.easiness.sum() == pytest.approx(0, abs=1e-12)


def test_errors_come_from_the_curvature_of_that_likelihood(lsat6):
    fit = fit_conditional_rasch(*lsat6)
    curvature = approx_fprime(fit.easiness, lambda easiness: value_and_gradient(easiness, *lsat6)[1], 1e-6)
    # Easiness adds up to 0: the direction in which all of it moves is left out.
    covariance = np.linalg.pinv(-(curvature + curvature.T) / 2, rcond=1e-6)
    assert fit.std_error == pytest.approx(np.sqrt(np.diag(covariance)), rel=1e-5)


def test_two_items_have_their_closed_form():
    fit = fit_conditional_rasch([[1, 0], [0, 1]], [30, 12])
    assert fit.easiness == pytest.approx(np.log(30 / 12) / 2 * np.array([1, -1]))
    assert fit.std_error == pytest.approx(np.full(2, np.sqrt(1 / 30 + 1 / 12) / 2))
    assert fit.log_likelihood == pytest.approx(30 * np.log(30 / 42) + 12 * np.log(12 / 42))


def test_who_solved_all_or_none_says_nothing(lsat6):
    patterns, counts = lsat6
    some = ~np.isin(patterns.sum(axis=1), (0, 5))
    fit, without = fit_conditional_rasch(patterns, counts), fit_conditional_rasch(patterns[some], counts[some])
    assert without.easiness == pytest.approx(fit.easiness, abs=1e-9)
    assert without.std_error == pytest.approx(fit.std_error, rel=1e-9)
    assert without.log_likelihood == pytest.approx(fit.log_likelihood)


def test_abilities_of_any_distribution_leave_the_items_alone():
    rng = np.random.default_rng(8)
    difficulty = np.linspace(-1.2, 1.2, 7)
    ability = rng.choice([-2.0, 2.5], size=(3_000, 1), p=[0.8, 0.2])
    answers = (rng.random((3_000, 7)) < expit(ability - difficulty)).astype(float)
    fit = fit_conditional_rasch(answers, np.ones(3_000))
    assert np.abs((fit.easiness + difficulty) / fit.std_error).max() < 3
    normal = fit_items(answers, np.ones(3_000))
    assert np.abs((normal.difficulty - difficulty) / normal.std_error).max() > 3


@pytest.mark.parametrize(
    ("patterns", "message"),
    [
        # Nobody who missed item 0 solved another; every item was solved by some and missed by some.
        ([[1, 0, 0], [1, 1, 0], [1, 0, 1], [0, 0, 0]], "between the groups"),
        ([[1, 0, np.nan], [0, 1, 1], [1, 1, 0]], "every answer"),
        ([[1], [0]], "two items"),
        ([[1, 0], [1, 1]], "everybody solved item 0 "),
    ],
)
def test_items_without_a_finite_easiness_are_named(patterns, message):
    with pytest.raises(ValueError, match=message):
        fit_conditional_rasch(patterns, np.ones(len(patterns)))
