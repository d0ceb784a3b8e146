"""The likelihood's derivatives, and its maximum with and without Firth's penalty, against other ways to them."""

import itertools

import numpy as np
import pytest
from made_outcomes import simulated
from scipy import optimize
from scipy.special import logsumexp

from assets.ratings.connection import components
from assets.ratings.davidson import Counts, Design, moments
from assets.ratings.newton import maximise, null_directions
from assets.ratings.outcomes import outcomes

MODELS = list(itertools.product([False, True], repeat=2))


def made(home, ties, games=40):
    merged = simulated(3, 5, games, ties=0.6 if ties else 0, home=0.5 if home else None).merged()
    return merged, Design(merged, home=home, ties=ties)


def maximum(merged, design, *, firth=False):
    group = components(merged).groups()[None]
    return maximise(design, Counts.of(merged), null_directions(design, merged.total[None] > 0, group), firth=firth)


def statistics(merged, design):
    """The log-weights of each row's outcomes as linear functions of the parameters, and their counts."""
    lead = np.zeros((merged.first.size, design.p))
    rows = np.arange(merged.first.size)
    lead[rows, merged.first], lead[rows, merged.second] = 1, -1
    if design.home:
        lead[:, merged.players] = merged.home
    tie = lead / 2
    tie[:, -1] += 1
    if design.ties:
        return np.stack([lead, 0 * lead, tie]), np.stack([merged.wins_first, merged.wins_second, merged.ties])
    return np.stack([lead, 0 * lead]), np.stack([merged.wins_first, merged.wins_second])


def penalised(parameters, weights, counts):
    """The log-likelihood plus half the logarithm of the information's non-zero eigenvalues' product."""
    logs = weights @ parameters
    norm = logsumexp(logs, axis=0)
    p = np.exp(logs - norm)
    mean = np.einsum("or,orp->rp", p, weights)
    spread = np.einsum("or,orp,orq->rpq", p, weights - mean, weights - mean)
    eigenvalues = np.linalg.eigvalsh(np.einsum("r,rpq->pq", counts.sum(axis=0), spread))
    return (counts * (logs - norm)).sum(), np.log(eigenvalues[eigenvalues > 1e-9]).sum() / 2


@pytest.mark.parametrize(("home", "ties"), MODELS)
def test_score_and_information_are_the_derivatives(home, ties):
    merged, design = made(home, ties)
    weights, observed = statistics(merged, design)
    counts = Counts.of(merged)
    at = np.random.default_rng(1).normal(size=design.p) / 2

    def score(parameters):
        model = moments(design.lead(parameters[None]), design.nu(parameters[None]))
        return design.gradient(*counts.score(model))[0]

    model = moments(design.lead(at[None]), design.nu(at[None]))
    value = counts.log_likelihood(design.lead(at[None]), design.nu(at[None]), model)[0]
    assert value == pytest.approx(penalised(at, weights, observed)[0], rel=1e-12)
    numeric = optimize.approx_fprime(at, lambda x: penalised(x, weights, observed)[0], 1e-6)
    assert score(at) == pytest.approx(numeric, abs=1e-4)
    information = design.information(counts.total, model.variances)[0]
    for place, unit in enumerate(np.eye(design.p)):
        change = (score(at - 1e-6 * unit) - score(at + 1e-6 * unit)) / 2e-6
        assert information[place] == pytest.approx(change, abs=1e-7)


@pytest.mark.parametrize(("home", "ties"), MODELS)
@pytest.mark.parametrize("firth", [False, True])
def test_the_maximum_is_where_a_general_optimiser_finds_it(home, ties, firth):
    merged, design = made(home, ties)
    weights, observed = statistics(merged, design)
    found = maximum(merged, design, firth=firth)
    assert found.converged.all()

    def loss(parameters):
        value, penalty = penalised(parameters, weights, observed)
        return -value - firth * penalty

    best = found.parameters[0]
    assert optimize.approx_fprime(best, loss, 1e-5) == pytest.approx(np.zeros(design.p), abs=2e-4)
    other = optimize.minimize(loss, np.zeros(design.p), method="BFGS", options={"gtol": 1e-6})
    settled = other.x - np.pad(np.full(5, other.x[:5].mean()), (0, design.p - 5))
    assert best == pytest.approx(settled, abs=1e-5)
    assert loss(best) <= other.fun + 1e-12
    assert found.log_likelihood[0] == pytest.approx(penalised(best, weights, observed)[0], rel=1e-12)


def test_many_sets_of_counts_at_once_are_the_same_one_by_one():
    merged, design = made(False, True)
    rng = np.random.default_rng(2)
    ties = rng.integers(0, 3, (20, merged.first.size)).astype(float)
    wins = rng.integers(0, 3, (20, merged.first.size))
    counts = Counts(wins + ties / 2, ties, wins + ties + rng.integers(0, 3, ties.shape))
    null = null_directions(design, counts.total > 0, np.zeros((20, 5), int))
    together = maximise(design, counts, null, firth=True)
    assert together.converged.all()
    for place in range(20):
        only = np.array([place])
        alone = maximise(design, counts.at(only), null[only], firth=True)
        assert together.parameters[place] == pytest.approx(alone.parameters[0], abs=1e-12)
        assert together.covariance[place] == pytest.approx(alone.covariance[0], abs=1e-12)


@pytest.mark.parametrize(
    ("counts", "odds"),
    [((1, 0), 3), ((0, 1), 1 / 3), ((5, 0), 11), ((2, 1), 5 / 3), ((1e-9, 0), 1 + 2e-9), ((1e12, 0), 2e12 + 1)],
)
def test_firth_adds_half_a_win_to_each_side_of_a_single_pair(counts, odds):
    merged = outcomes(2, [0], [1], [counts[0]], [counts[1]]).merged()
    found = maximum(merged, Design(merged, home=False, ties=False), firth=True)
    assert found.converged.all()
    assert found.parameters[0] == pytest.approx(np.array([1, -1]) * np.log(odds) / 2, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("counts", [(1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 0, 9), (3, 0, 0), (1, 1, 1)])
def test_firth_adds_half_of_each_outcome_where_ties_are_possible(counts):
    merged = outcomes(2, [0], [1], *([count] for count in counts)).merged()
    found = maximum(merged, Design(merged, home=False, ties=True), firth=True)
    assert found.converged.all()
    win, loss, tie = np.log(np.array(counts) + 0.5)
    assert found.parameters[0] == pytest.approx(
        np.array([(win - loss) / 2, (loss - win) / 2, tie - (win + loss) / 2]), abs=1e-7
    )


@pytest.mark.parametrize("wins", [1e3, 1e6, 1e12, 1e15])
def test_counts_may_be_as_uneven_as_can_be_written(wins):
    merged = outcomes(3, [0, 1], [1, 2], [wins, 2], [1, 1]).merged()
    found = maximum(merged, Design(merged, home=False, ties=False))
    assert found.converged.all()
    rating, covariance = found.parameters[0], found.covariance[0]
    assert rating[0] - rating[1] == pytest.approx(np.log(wins), rel=1e-9)
    assert rating[1] - rating[2] == pytest.approx(np.log(2), rel=1e-9)
    variance = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
    assert variance == pytest.approx(1 + 1 / wins, rel=1e-6)
    assert covariance.sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-9)


def test_a_large_system_is_solved_as_a_small_one_is():
    merged = simulated(0, 205, 6_000).merged()
    found = maximum(merged, Design(merged, home=False, ties=False))
    weights, observed = statistics(merged, Design(merged, home=False, ties=False))
    p = np.exp(-np.logaddexp(0, -weights[0] @ found.parameters[0]))
    assert weights[0].T @ (observed[0] - observed.sum(axis=0) * p) == pytest.approx(np.zeros(205), abs=1e-8)
    information = weights[0].T @ (weights[0] * (observed.sum(axis=0) * p * (1 - p))[:, None])
    assert found.covariance[0] == pytest.approx(np.linalg.pinv(information, hermitian=True), abs=1e-10)


def test_rows_that_are_not_merged_are_refused():
    with pytest.raises(ValueError, match="merged"):
        Design(outcomes(3, [1, 0], [2, 1], [1, 1], [0, 0]), home=False, ties=False)
