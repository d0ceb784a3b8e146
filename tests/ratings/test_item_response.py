"""Item response models: the published fits of LSAT-6 and LSAT-7, and what must hold of every fit."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats
from scipy.optimize import approx_fprime
from scipy.special import expit

from assets.ratings.item_response import MarginalLikelihood, fit_items, maximum, turned

REFDATA = Path(__file__).parents[1] / "refdata"
EXPECTED = json.loads((REFDATA / "expected.json").read_text())
MODELS = ("rasch", "one_parameter", "two_parameter")


def lsat(section):
    table = np.genfromtxt(REFDATA / f"lsat{section}.csv", delimiter=",", skip_header=1)
    return table[:, :-1], table[:, -1]


def simulated(persons, difficulty, slope, seed):
    rng = np.random.default_rng(seed)
    ability = rng.normal(size=(persons, 1))
    return (rng.random((persons, len(difficulty))) < expit(slope * (ability - difficulty))).astype(float)


def by_item(values):
    return [values[f"item_{number}"] for number in range(1, 6)]


@pytest.mark.parametrize("nodes", [11, 21, 101])  # the fewest that give these digits, ltm's own number, and ours
def test_rasch_of_lsat6_as_published(nodes):
    fit, expected = fit_items(*lsat(6), "rasch", nodes), EXPECTED["lsat6"]
    assert fit.difficulty.round(4).tolist() == by_item(expected["difficulty"])
    assert fit.std_error.round(4).tolist() == by_item(expected["std_error"])
    assert round(fit.log_likelihood, 3) == expected["log_likelihood"]
    assert fit.converged


@pytest.mark.parametrize("nodes", [11, 21, 101])
def test_one_parameter_of_lsat6_as_published(nodes):
    fit, expected = fit_items(*lsat(6), "one_parameter", nodes), EXPECTED["lsat6"]["one_parameter_free_slope"]
    assert fit.difficulty.round(4).tolist() == expected["difficulty"]
    assert fit.slope.round(4).tolist() == [expected["discrimination"]] * 5
    assert round(fit.log_likelihood, 3) == expected["log_likelihood"]
    assert fit.converged


@pytest.mark.parametrize("nodes", [15, 21, 101])
def test_two_parameters_of_lsat7_as_published(nodes):
    fit, expected = fit_items(*lsat(7), "two_parameter", nodes), EXPECTED["lsat7_two_parameter"]
    near = {"rel": 0, "abs": expected["tolerance"]}
    assert fit.slope.tolist() == pytest.approx(expected["slope"], **near)
    assert fit.intercept.tolist() == pytest.approx(expected["intercept"], **near)
    assert round(fit.log_likelihood, 3) == expected["log_likelihood"]
    assert fit.difficulty == pytest.approx(-fit.intercept / fit.slope)
    assert fit.converged


def test_the_log_likelihood_is_the_integral_over_the_abilities():
    slope, intercept, pattern = np.array([0.5, 1.0, 2.0]), np.array([-1.0, 0.3, 1.5]), np.array([[1.0, np.nan, 0.0]])
    likelihood = MarginalLikelihood(pattern, np.ones(1), "two_parameter")

    def joint(ability):
        chance = expit(slope * ability + intercept)
        return chance[0] * (1 - chance[2]) * stats.norm.pdf(ability)

    expected = np.log(integrate.quad(joint, -10, 10, epsabs=1e-13)[0])
    value, _ = likelihood.value_and_gradient(np.concatenate([slope, intercept]))
    assert value == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize("model", MODELS)
def test_derivatives_agree_with_finite_differences(model):
    rng = np.random.default_rng(4)
    answers = np.where(rng.random((30, 4)) < 0.2, np.nan, rng.integers(0, 2, (30, 4)))
    likelihood = MarginalLikelihood(answers, rng.integers(1, 9, 30).astype(float), model, nodes=21)
    at = rng.normal(size=likelihood.start().size)
    value, gradient = likelihood.value_and_gradient(at)
    differences = approx_fprime(at, lambda parameters: likelihood.value_and_gradient(parameters)[0], 1e-7)
    assert gradient == pytest.approx(differences, rel=1e-5, abs=1e-3)
    second = approx_fprime(at, lambda parameters: likelihood.value_and_gradient(parameters)[1], 1e-7)
    assert likelihood.hessian(at) == pytest.approx(second, rel=1e-5, abs=1e-3)
    assert np.isfinite(value)


@pytest.mark.parametrize("model", MODELS)
def test_errors_come_from_the_curvature_over_the_difficulties(model):
    patterns, counts = lsat(7)
    fit, likelihood = fit_items(patterns, counts, model, 21), MarginalLikelihood(patterns, counts, model, 21)
    slopes = {"rasch": fit.slope[:0], "one_parameter": np.log(fit.slope[:1]), "two_parameter": fit.slope}[model]

    def value(parameters):
        unshifted = np.concatenate([parameters[:-5], np.zeros(5)])
        intercept = -likelihood.items(unshifted)[0] * parameters[-5:]
        return likelihood.value_and_gradient(np.concatenate([parameters[:-5], intercept]))[0]

    at = np.concatenate([slopes, fit.difficulty])
    steps = np.eye(at.size) * 1e-3
    curvature = [
        [value(at + a + b) - value(at + a - b) - value(at - a + b) + value(at - a - b) for b in steps] for a in steps
    ]
    errors = np.sqrt(np.diag(np.linalg.inv(-np.array(curvature) / 4e-6)))
    assert fit.std_error == pytest.approx(errors[-5:], rel=1e-4)


@pytest.mark.parametrize("model", MODELS)
@given(order=st.permutations(range(5)))
@settings(max_examples=10, deadline=None)
def test_relabelled_items_take_their_estimates_along(model, order):
    patterns, counts = lsat(7)
    fit, relabelled = (fit_items(answers, counts, model) for answers in (patterns, patterns[:, order]))
    for field in ("difficulty", "std_error", "slope", "intercept"):
        assert getattr(relabelled, field) == pytest.approx(getattr(fit, field)[order], abs=1e-8)
    assert relabelled.log_likelihood == pytest.approx(fit.log_likelihood, rel=1e-12)


@pytest.mark.parametrize("model", MODELS)
def test_twice_the_persons_have_the_same_estimates_with_smaller_errors(model):
    patterns, counts = lsat(7)
    fit, doubled = fit_items(patterns, counts, model), fit_items(patterns, 2 * counts, model)
    assert doubled.difficulty == pytest.approx(fit.difficulty, abs=1e-8)
    assert doubled.slope == pytest.approx(fit.slope, abs=1e-8)
    assert doubled.std_error == pytest.approx(fit.std_error / np.sqrt(2), rel=1e-6)
    assert doubled.log_likelihood == pytest.approx(2 * fit.log_likelihood, rel=1e-12)


def test_a_pattern_may_stand_in_several_rows_or_in_none():
    patterns, counts = lsat(6)
    fit = fit_items(patterns, counts, "two_parameter")
    persons = np.repeat(patterns, counts.astype(int), axis=0)
    one_row_each = fit_items(
        np.vstack([persons, [[1, 0, 1, 0, 1]]]), np.append(np.ones(len(persons)), 0), "two_parameter"
    )
    assert one_row_each.difficulty == pytest.approx(fit.difficulty, abs=1e-8)
    assert one_row_each.std_error == pytest.approx(fit.std_error, rel=1e-6)


@pytest.mark.parametrize("model", MODELS)
def test_true_difficulties_are_recovered_within_their_errors(model):
    difficulty, slope = np.linspace(-1.5, 1.5, 8), 1.0 if model != "two_parameter" else np.linspace(0.7, 1.8, 8)
    answers = simulated(4_000, difficulty, slope, seed=11)
    # One answer in ten is missing.
    answers[np.random.default_rng(12).random(answers.shape) < 0.1] = np.nan
    fit = fit_items(answers, np.ones(len(answers)), model)
    deviation = (fit.difficulty - difficulty) / fit.std_error
    assert np.abs(deviation).max() < 3
    assert 0.3 < np.sqrt((deviation**2).mean()) < 1.7
    assert fit.slope == pytest.approx(np.broadcast_to(slope, 8), rel=0.2)


@pytest.mark.parametrize(("model", "starts"), [("one_parameter", [-3, 3]), ("two_parameter", [-2, -0.5, 3])])
def test_slopes_do_not_depend_on_where_the_search_starts(model, starts):
    patterns, counts = lsat(7)
    fit = fit_items(patterns, counts, model)
    likelihood = MarginalLikelihood(patterns, counts, model)
    for start in starts:
        at = likelihood.start()
        at[: at.size - 5] = start
        best = maximum(likelihood.value_and_gradient, likelihood.hessian, at, counts.sum())
        assert best.converged
        assert turned(likelihood.items(best.parameters)[0]) == pytest.approx(fit.slope, abs=1e-7)
        assert best.value == pytest.approx(fit.log_likelihood, rel=1e-12)


@pytest.mark.parametrize("model", MODELS)
def test_calling_failure_success_turns_the_difficulties_and_no_slope(model):
    patterns, counts = lsat(7)
    fit, swapped = fit_items(patterns, counts, model), fit_items(1 - patterns, counts, model)
    assert swapped.difficulty == pytest.approx(-fit.difficulty, abs=1e-7)
    assert swapped.slope == pytest.approx(fit.slope, abs=1e-7)
    assert (fit.slope > 0).all()


def test_an_item_that_able_persons_fail_has_a_negative_slope():
    slope = np.array([1.0, 1.5, -1.0, 1.0, 2.0])
    fit = fit_items(simulated(2_000, np.zeros(5), slope, seed=2), np.ones(2_000), "two_parameter")
    assert fit.converged
    assert fit.slope == pytest.approx(slope, rel=0.25)


def test_items_that_no_person_answered_together_have_no_common_slope():
    answers = [[1, np.nan], [0, np.nan], [np.nan, 1], [np.nan, 0]]
    assert not fit_items(answers, [30, 12, 7, 9], "one_parameter").converged
    assert fit_items(answers, [30, 12, 7, 9], "rasch").converged


@pytest.mark.parametrize("curvature", [0.0, 2.0])
def test_a_ridge_or_a_saddle_is_no_maximum(curvature):
    hessian = np.diag([-2.0, curvature])
    best = maximum(lambda at: (at @ hessian @ at / 2, hessian @ at), lambda at: hessian, np.zeros(2), 1.0)
    assert not best.converged
    assert np.isnan(best.covariance).all()


def test_persons_who_do_not_differ_have_no_common_slope():
    fit = fit_items([[1, 0], [0, 1], [1, 1], [0, 0]], [40, 40, 10, 10], "one_parameter")
    assert not fit.converged
    assert np.isnan(fit.std_error).all()


def test_nine_persons_do_not_identify_slopes_and_still_have_difficulties():
    answers = simulated(9, np.linspace(-0.5, 0.5, 7), 1.0, seed=1)
    assert not fit_items(answers, np.ones(9), "two_parameter").converged
    assert fit_items(answers, np.ones(9), "rasch").converged


@pytest.mark.parametrize(
    ("patterns", "counts", "model", "message"),
    [
        ([1, 0], [1, 1], "rasch", "shapes"),
        ([[1, 0], [0, 1]], [1], "rasch", "shapes"),
        ([[1, 2], [0, 1]], [1, 1], "rasch", "an answer is 1"),
        ([[1, -1], [0, 1]], [1, 1], "rasch", "an answer is 1"),
        ([[1, 0], [0, 1]], [1, -1], "rasch", "counts"),
        ([[1, 0], [0, 1]], [1, np.nan], "rasch", "counts"),
        ([[1, 0, 1], [0, 0, 1]], [1, 1], "rasch", "nobody solved item 1 "),
        ([[1, 0, 1], [0, 1, 1]], [1, 1], "rasch", "everybody solved item 2 "),
        ([[1, 0], [0, 1]], [1, 0], "rasch", "nobody solved item 1 "),
        ([[1, np.nan], [0, np.nan]], [1, 1], "rasch", "nobody solved item 1 "),
        ([[1], [0]], [1, 1], "one_parameter", "at least 2 items"),
        ([[1, 0], [0, 1]], [1, 1], "two_parameter", "at least 3 items"),
        ([[1, 0], [0, 1]], [1, 1], "three_parameter", "unknown model"),
    ],
)
def test_what_cannot_be_fitted_is_named(patterns, counts, model, message):
    with pytest.raises(ValueError, match=message):
        fit_items(patterns, counts, model)


@pytest.mark.parametrize("nodes", [1, 301])
def test_nodes_have_bounds(nodes):
    with pytest.raises(ValueError, match="nodes must be"):
        fit_items(*lsat(6), nodes=nodes)


def test_the_most_nodes_agree_with_the_default():
    assert fit_items(*lsat(7), "two_parameter", 300).slope == pytest.approx(fit_items(*lsat(7), "two_parameter").slope)
