"""Errors by cluster: the textbook's formula written out, what a bootstrap says, and how often intervals hold."""

import numpy as np
import pytest
from made_outcomes import simulated
from scipy import stats

from assets.ratings.bradley_terry import bootstrap_bradley_terry, fit_bradley_terry
from assets.ratings.outcomes import outcomes


def written_out(played, fit, *, home):
    """H⁻¹ (Σ s_c s_c') H⁻¹ · K/(K − 1) with dense matrices, a row at a time."""
    ties = fit.log_nu is not None
    p = played.players + home + ties
    parameters = np.concatenate([fit.rating, [fit.home] if home else [], [fit.log_nu] if ties else []])
    information, scores = np.zeros((p, p)), {}
    for row in range(played.first.size):
        win, tie = np.zeros(p), np.zeros(p)
        win[played.first[row]], win[played.second[row]] = 1, -1
        if home:
            win[played.players] = played.home[row]
        tie += win / 2
        if ties:
            tie[-1] += 1
        statistics = np.stack([win, 0 * win, tie] if ties else [win, 0 * win])
        counts = np.array([played.wins_first[row], played.wins_second[row], played.ties[row]][: len(statistics)])
        weights = np.exp(statistics @ parameters)
        apart = statistics - weights @ statistics / weights.sum()
        information += counts.sum() * apart.T @ (apart * (weights / weights.sum())[:, None])
        scores.setdefault(played.cluster[row], np.zeros(p))
        scores[played.cluster[row]] += counts @ apart
    bread = np.linalg.pinv(information, hermitian=True)
    stacked = np.stack(list(scores.values()))
    return bread @ stacked.T @ stacked @ bread * len(scores) / (len(scores) - 1)


@pytest.mark.parametrize("home", [False, True])
@pytest.mark.parametrize("ties", [0.0, 0.7])
@pytest.mark.parametrize("clusters", [17, 300], ids=["large clusters", "many of a single game"])
def test_it_is_the_textbooks_formula(home, ties, clusters):
    played = simulated(1, 6, 400, ties=ties, home=0.4 if home else None, clusters=clusters)
    fit = fit_bradley_terry(played, home=home)
    expected = written_out(played, fit, home=home)
    assert fit.errors == "sandwich"
    assert fit.covariance == pytest.approx(expected[:6, :6], abs=1e-12)
    if home:
        assert fit.home_std_error == pytest.approx(expected[6, 6] ** 0.5, rel=1e-9)
    if ties:
        assert fit.log_nu_std_error == pytest.approx(expected[-1, -1] ** 0.5, rel=1e-9)
    low, high = fit.interval(0.9)
    known = [len({*played.cluster[(played.first == a) | (played.second == a)]}) for a in range(6)]
    assert fit.clusters.tolist() == known
    reach = stats.t(np.array(known) - 1).ppf(0.95) * np.sqrt(np.diag(expected)[:6])
    assert low == pytest.approx(fit.rating - reach, rel=1e-9)
    assert high == pytest.approx(fit.rating + reach, rel=1e-9)


def test_a_group_has_its_own_clusters():
    one, other = simulated(1, 4, 200, clusters=8), simulated(2, 3, 200, clusters=5)
    parts = ((one.first, other.first + 4), (one.second, other.second + 4), (one.wins_first, other.wins_first))
    first, second, wins = (np.concatenate(part) for part in parts)
    clusters = np.concatenate([one.cluster, other.cluster + 100])
    both = fit_bradley_terry(outcomes(7, first, second, wins, 1 - wins, cluster=clusters))
    alone = fit_bradley_terry(one), fit_bradley_terry(other)
    assert both.std_error == pytest.approx(np.concatenate([fit.std_error for fit in alone]), rel=1e-9)
    assert both.clusters.tolist() == [8] * 4 + [5] * 3


def test_a_single_cluster_tells_no_error_and_says_so():
    fit = fit_bradley_terry(outcomes(2, [0, 0], [1, 1], [3, 1], [1, 2], cluster=["a", "a"]))
    assert fit.rating == pytest.approx(np.array([1, -1]) * np.log(4 / 3) / 2)
    assert np.isnan(fit.std_error).all()
    assert np.isnan(fit.interval()).all()
    assert "single cluster" in fit.remark(0)
    estimate, *rest = fit.difference(0, 1)
    assert estimate == pytest.approx(np.log(4 / 3))
    assert np.isnan(rest).all()


def test_a_player_in_a_single_cluster_has_no_error_of_its_own():
    played = outcomes(3, [0, 0, 0, 1], [1, 1, 1, 2], [3, 1, 2, 2], [1, 2, 2, 1], cluster=[0, 1, 2, 2])
    fit = fit_bradley_terry(played)
    assert np.isnan(fit.std_error).tolist() == [False, False, True]
    assert fit.clusters.tolist() == [3, 3, 1]
    assert "single cluster" in fit.remark(2)


def test_clusters_without_comparisons_count_nothing():
    played = simulated(1, 4, 200, clusters=8)
    more = outcomes(
        4,
        [*played.first, 0, 1],
        [*played.second, 1, 2],
        [*played.wins_first, 0, 0],
        [*played.wins_second, 0, 0],
        cluster=[*played.cluster, 98, 99],
    )
    assert fit_bradley_terry(more).covariance == pytest.approx(fit_bradley_terry(played).covariance, rel=1e-12)


def test_doubling_counts_within_clusters_adds_no_information():
    played = simulated(4, 5, 300, clusters=12)
    doubled = outcomes(
        5, played.first, played.second, 2 * played.wins_first, 2 * played.wins_second, cluster=played.cluster
    )
    assert fit_bradley_terry(doubled).covariance == pytest.approx(fit_bradley_terry(played).covariance, rel=1e-6)


def clustered(rng, rating, clusters, games):
    """Every pair meets in every cluster, in which each player is better or worse than elsewhere by N(0, 0.8²)."""
    first, second = np.triu_indices(rating.size, 1)
    form = rating + 0.8 * rng.normal(size=(clusters, rating.size))
    wins = rng.binomial(games, 1 / (1 + np.exp(form[:, second] - form[:, first])))
    cluster = np.repeat(np.arange(clusters), first.size)
    where = np.tile(first, clusters), np.tile(second, clusters)
    return outcomes(rating.size, *where, wins.ravel(), games - wins.ravel(), cluster=cluster)


@pytest.mark.parametrize("best", [0.6, 9.0], ids=["all can be beaten", "one is unbeaten"])
def test_intervals_hold_as_often_as_they_say(best):
    rating, rng = np.array([best, 0.6, 0.0, -0.6]), np.random.default_rng(7)
    truth = fit_bradley_terry(clustered(rng, rating, 20_000, 4)).rating
    held, flagged = [], 0
    for _ in range(150):
        fit = fit_bradley_terry(clustered(rng, rating, 16, 4))
        flagged += fit.flagged[0]
        for a, b in ((1, 2), (2, 3), (1, 3)):
            _, _, low, high = fit.difference(a, b)
            held.append(low <= truth[a] - truth[b] <= high)
    assert 0.91 < np.mean(held) < 0.985
    assert flagged == 0 if best < 1 else flagged > 100


def test_the_bootstrap_spreads_as_the_sandwich_says():
    played = clustered(np.random.default_rng(3), np.array([0.8, 0.3, 0.0, -0.2, -0.9]), 60, 4)
    weights = np.random.default_rng(4).multinomial(60, np.full(60, 1 / 60), size=1500)
    spread = bootstrap_bradley_terry(played, weights).std(axis=0)
    assert spread == pytest.approx(fit_bradley_terry(played).std_error, rel=0.1)
