"""The crossed Rasch fit: against a textbook computation, under relabelling and more data, at its edges, on a truth."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, special

from assets.ratings.rasch import ABILITY_SCALE, DIFFICULTY_SCALE, RaschFit, Trials, bootstrap_rasch, fit_rasch


def drawn(seed: int, environments: int = 12, solvers: int = 5, tries: int = 4, columns: int | None = None) -> Trials:
    chance = np.random.default_rng(seed)
    ability, difficulty = chance.normal(0, 1, solvers), chance.normal(0, 1.5, environments)
    trials = chance.integers(0, tries + 1, (environments, solvers))
    wins = chance.binomial(trials, special.expit(ability - difficulty[:, None]))
    return Trials.of(wins, trials, None if columns is None else np.arange(environments) % columns, columns or 0)


def objective(parameters: np.ndarray, data: Trials) -> float:
    """Minus the penalised log-likelihood, as the module's docstring writes it."""
    solvers = data.wins.shape[1]
    theta, beta = parameters[:solvers], parameters[solvers:]
    logit = theta - beta[data.column][:, None]
    fits = data.wins * special.log_expit(logit) + (data.trials - data.wins) * special.log_expit(-logit)
    priors = (
        ((theta - theta.mean()) ** 2).sum() / ABILITY_SCALE**2
        + theta.mean() ** 2 / 10**2
        + (beta**2).sum() / DIFFICULTY_SCALE**2
    )
    return float(priors / 2 - fits.sum())


def hessian(parameters: np.ndarray, data: Trials) -> np.ndarray:
    """Its second derivatives by central differences."""
    steps = np.eye(parameters.size) * 1e-4
    return np.array(
        [
            [
                sum(s * t * objective(parameters + s * a + t * b, data) for s in (-1, 1) for t in (-1, 1)) / 4e-8
                for b in steps
            ]
            for a in steps
        ]
    )


def joined(fit: RaschFit) -> np.ndarray:
    return np.concatenate([fit.ability, fit.difficulty])


@pytest.mark.parametrize("columns", [None, 4])
def test_it_is_the_maximum_of_the_penalised_likelihood(columns):
    data = drawn(1, columns=columns)
    fit = fit_rasch(data)
    assert fit.converged
    found = optimize.minimize(objective, np.zeros(joined(fit).size), args=(data,), tol=1e-12)
    np.testing.assert_allclose(joined(fit), found.x, atol=2e-5)
    assert objective(joined(fit), data) <= found.fun + 1e-9


@pytest.mark.parametrize("columns", [None, 4])
def test_variances_are_those_of_the_whole_information_matrix(columns):
    data = drawn(2, columns=columns)
    fit = fit_rasch(data)
    covariance = np.linalg.inv(hessian(joined(fit), data))
    chance = np.random.default_rng(3)
    a, b = chance.normal(size=(3, fit.ability.size)), chance.normal(size=(3, fit.difficulty.size))
    both = np.hstack([a, b])
    np.testing.assert_allclose(fit.information_variance(a, b), np.diag(both @ covariance @ both.T), rtol=1e-4)
    # A cluster's score: its residuals by θ, and minus their sum by its column's β.
    scores = np.zeros((len(data.wins), both.shape[1]))
    scores[:, : fit.ability.size] = fit.residuals
    scores[np.arange(len(scores)), fit.ability.size + data.column] = -fit.residuals.sum(axis=1)
    np.testing.assert_allclose(fit.influence(a, b), scores @ covariance @ both.T, atol=1e-4)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.permutations(range(5)), st.permutations(range(12)))
def test_new_labels_move_the_estimates_and_change_none(seed, solvers, environments):
    data = drawn(seed)
    moved = fit_rasch(Trials.of(data.wins[environments][:, solvers], data.trials[environments][:, solvers]))
    fit = fit_rasch(data)
    np.testing.assert_allclose(moved.ability, fit.ability[solvers], atol=1e-9)
    np.testing.assert_allclose(moved.difficulty, fit.difficulty[environments], atol=1e-9)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_a_hundred_times_the_data_shrinks_errors_ten_times_and_frees_from_the_priors(seed):
    data = drawn(seed)
    # One more win and loss everywhere, so that no row is one-sided.
    once = Trials.of((data.wins + 1) * 100, (data.trials + 2) * 100)
    more = Trials.of((data.wins + 1) * 10_000, (data.trials + 2) * 10_000)
    few, many = fit_rasch(once), fit_rasch(more)
    centre = np.eye(5) - 1 / 5
    nothing = np.zeros((5, 12))
    np.testing.assert_allclose(centre @ many.ability, centre @ few.ability, atol=0.01)
    ratio = few.information_variance(centre, nothing) / many.information_variance(centre, nothing)
    np.testing.assert_allclose(ratio, 100, rtol=0.02)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_a_solver_that_never_played_changes_nobody(seed):
    data = drawn(seed)
    fit = fit_rasch(data)
    idle = np.zeros((12, 1))
    joint = fit_rasch(Trials.of(np.hstack([data.wins, idle]), np.hstack([data.trials, idle])))
    # The prior on the mean is spread over one more: it moves all alike, by next to nothing.
    np.testing.assert_allclose(np.diff(joint.ability[:5]), np.diff(fit.ability), atol=5e-3)
    assert joint.ability[5] == pytest.approx(joint.ability[:5].mean(), abs=0.05)


@pytest.mark.parametrize("share", [0, 1])
def test_all_won_and_all_lost_are_finite_and_level(share):
    trials = np.full((6, 4), 3.0)
    fit = fit_rasch(Trials.of(trials * share, trials))
    assert fit.converged
    assert np.isfinite(joined(fit)).all()
    np.testing.assert_allclose(fit.ability, fit.ability[0], atol=1e-9)


def test_who_always_won_is_finite_ahead_and_unsure():
    data = drawn(4, environments=30)
    wins = data.wins.copy()
    wins[:, 0] = data.trials[:, 0]
    fit = fit_rasch(Trials.of(wins, data.trials))
    centre, nothing = np.eye(5) - 1 / 5, np.zeros((5, 30))
    assert fit.ability[0] > fit.ability[1:].max() + 1
    errors = np.sqrt(fit.information_variance(centre, nothing))
    assert errors[0] > 1.5 * errors[1:].max()


def test_no_trials_no_solvers_no_environments():
    assert fit_rasch(Trials.of(np.zeros((3, 2)), np.zeros((3, 2)))).ability.tolist() == [0, 0]
    assert fit_rasch(Trials.of(np.zeros((0, 2)), np.zeros((0, 2)))).difficulty.size == 0
    assert fit_rasch(Trials.of(np.zeros((3, 0)), np.zeros((3, 0)))).ability.size == 0


def test_simulated_truth_is_found():
    chance = np.random.default_rng(5)
    ability, difficulty = np.linspace(-1.5, 1.5, 9), chance.normal(0, 1.5, 400)
    trials = np.full((400, 9), 4)
    fit = fit_rasch(Trials.of(chance.binomial(trials, special.expit(ability - difficulty[:, None])), trials))
    np.testing.assert_allclose(fit.ability - fit.ability.mean(), ability, atol=0.15)


@pytest.mark.parametrize("columns", [None, 4])
def test_a_resample_is_the_fit_of_the_environments_drawn(columns):
    data = drawn(6, columns=columns)
    chance = np.random.default_rng(7)
    weights = chance.multinomial(12, np.full(12, 1 / 12), size=5)
    theta, beta = bootstrap_rasch(data, weights)
    for row, times in enumerate(weights):
        which = np.repeat(np.arange(12), times)
        column = None if columns is None else data.column[which]
        fit = fit_rasch(Trials.of(data.wins[which], data.trials[which], column, columns or 0))
        np.testing.assert_allclose(theta[row], fit.ability, atol=1e-8)
        place = which if columns is None else np.arange(columns)
        found = beta[row][place] if columns is None else beta[row]
        np.testing.assert_allclose(found, np.where(np.isnan(found), np.nan, fit.difficulty), atol=1e-8)


def test_what_is_not_drawn_has_no_difficulty():
    data = drawn(8)
    weights = np.ones((1, 12))
    weights[0, 3] = 0
    assert np.flatnonzero(np.isnan(bootstrap_rasch(data, weights)[1][0])).tolist() == [3]


@pytest.mark.parametrize(
    ("wins", "trials", "column", "message"),
    [
        ([[1]], [[1, 2]], None, "share a shape"),
        ([[2]], [[1]], None, "between 0 and trials"),
        ([[-1]], [[1]], None, "between 0 and trials"),
        ([[0]], [[np.inf]], None, "between 0 and trials"),
        ([[0]], [[1]], [0, 1], "one number"),
        ([[0]], [[1]], [-1], "one number"),
    ],
)
def test_odd_input_is_refused(wins, trials, column, message):
    with pytest.raises(ValueError, match=message):
        Trials.of(wins, trials, column)
