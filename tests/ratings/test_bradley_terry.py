"""Bradley–Terry fits of data of all kinds: what must not matter, what must be said, and resamples of clusters."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_outcomes import simulated, some_outcomes

from assets.ratings.bradley_terry import bootstrap_bradley_terry, bootstrap_ratings, fit_bradley_terry
from assets.ratings.davidson import Counts, Design
from assets.ratings.outcomes import Outcomes, outcomes

few = settings(max_examples=60, deadline=None)


def again(played: Outcomes, **changed) -> Outcomes:
    """The same rows through the front door, with some columns changed."""
    columns = {name: getattr(played, name) for name in played.__slots__} | changed
    return outcomes(**columns)


def pairs(players):
    return [(a, b) for a in range(players) for b in range(players)]


def alike(fit, other, where=slice(None)):
    """Whether two fits say the same of players, the second's in other places."""
    assert other.method == fit.method
    assert other.converged
    assert fit.converged
    assert other.rating[where] == pytest.approx(fit.rating, abs=1e-6, nan_ok=True)
    assert other.std_error[where] == pytest.approx(fit.std_error, rel=1e-5, abs=1e-6, nan_ok=True)
    assert (other.flagged[where] == fit.flagged).all()


@few
@given(some_outcomes(), st.booleans(), st.randoms(use_true_random=False))
def test_names_of_players_and_clusters_and_the_order_of_rows_do_not_matter(played, home, random):
    name = random.sample(range(played.players), played.players)
    row = random.sample(range(played.first.size), played.first.size)
    named = np.array(name, dtype=int)
    renamed = outcomes(
        played.players,
        named[played.first][row],
        named[played.second][row],
        played.wins_first[row],
        played.wins_second[row],
        played.ties[row],
        played.home[row],
        [f"cluster {9 - number}" for number in played.cluster[row]],
    )
    fit, other = fit_bradley_terry(played, home=home), fit_bradley_terry(renamed, home=home)
    alike(fit, other, named)
    for a, b in pairs(played.players):
        assert (other.incomparable(name[a], name[b]) is None) == (fit.incomparable(a, b) is None)


@few
@given(some_outcomes(), st.booleans())
def test_the_order_within_pairs_does_not_matter(played, home):
    swapped = again(
        played,
        first=played.second,
        second=played.first,
        wins_first=played.wins_second,
        wins_second=played.wins_first,
        home=-played.home,
    )
    alike(fit_bradley_terry(played, home=home), fit_bradley_terry(swapped, home=home))


@few
@given(some_outcomes(), st.booleans())
def test_twice_the_counts_shrink_errors_by_the_root_of_two(played, home):
    played = replace(played, cluster=None)
    doubled = again(played, wins_first=2 * played.wins_first, wins_second=2 * played.wins_second, ties=2 * played.ties)
    fit, other = fit_bradley_terry(played, home=home), fit_bradley_terry(doubled, home=home)
    assert (other.flagged == fit.flagged).all()
    if fit.method == "maximum_likelihood":
        assert other.rating == pytest.approx(fit.rating, abs=1e-8, nan_ok=True)
        assert other.std_error * 2**0.5 == pytest.approx(fit.std_error, rel=1e-6, nan_ok=True)


@few
@given(some_outcomes(), st.booleans())
def test_a_player_who_never_played_changes_nothing(played, home):
    fit = fit_bradley_terry(played, home=home)
    more = fit_bradley_terry(again(played, players=played.players + 1), home=home)
    alike(fit, more, slice(played.players))
    last = played.players
    assert np.isnan(more.rating[last])
    assert not more.flagged[last]
    assert more.remark(last) == "no comparisons"
    assert more.incomparable(0, last) == "no chain of comparisons links them"


@few
@given(some_outcomes(), st.booleans())
def test_what_is_said_agrees_with_what_is_shown(played, home):
    fit = fit_bradley_terry(played, home=home)
    assert fit.converged
    assert fit.method == "firth" or not fit.flagged.any()
    assert (np.isnan(fit.rating) <= np.array([fit.remark(a) is not None for a in range(played.players)])).all()
    assert (np.isnan(fit.rating) <= np.isnan(fit.std_error)).all()
    assert (fit.std_error[fit.flagged & ~np.isnan(fit.std_error)] > 0.2).all()
    for group in range(fit.group.max() + 1):
        total = fit.rating[fit.group == group].sum()
        assert np.isnan(total) or abs(total) < 1e-9
    low, high = fit.interval()
    shown = ~np.isnan(low)
    assert (low[shown] <= fit.rating[shown]).all()
    assert (fit.rating[shown] <= high[shown]).all()
    for a, b in pairs(played.players):
        reason, (estimate, *_) = fit.incomparable(a, b), fit.difference(a, b)
        assert np.isnan(estimate) == (reason is not None)
        assert reason == fit.incomparable(b, a)
        assert reason or estimate == pytest.approx(fit.rating[a] - fit.rating[b])


@few
@given(some_outcomes(ties=False))
def test_without_ties_and_home_components_say_it_all(played):
    fit = fit_bradley_terry(played)
    assert (fit.comparable == fit.components.of).all()
    assert (fit.method == "firth") == (len(fit.components.members) > fit.group.max() + 1)


@pytest.mark.parametrize("players", [0, 1, 3])
@pytest.mark.parametrize("home", [False, True])
@pytest.mark.parametrize("cluster", [None, []])
def test_no_rows(players, home, cluster):
    fit = fit_bradley_terry(outcomes(players, [], [], [], [], cluster=cluster), home=home)
    assert fit.rating.shape == fit.std_error.shape == (players,)
    assert np.isnan(fit.rating).all()
    assert not fit.flagged.any()
    assert (fit.log_likelihood, fit.deviance, fit.log_nu) == (0, 0, None)
    assert fit.home is None if not home else np.isnan(fit.home)


def test_one_game():
    fit = fit_bradley_terry(outcomes(2, [0], [1], [1], [0]))
    assert fit.method == "firth"
    assert fit.flagged.all()
    assert fit.rating == pytest.approx(np.log(3) / 2 * np.array([1, -1]))
    assert fit.std_error == pytest.approx(np.full(2, (16 / 3) ** 0.5 / 2))
    assert fit.components.members == ((0,), (1,))
    assert fit.components.above == {(0, 1)}
    assert fit.remark(0).startswith("it won all comparisons with others")
    assert fit.remark(1).startswith("it lost all comparisons with others")
    assert fit.incomparable(0, 1).startswith("wins and ties don't lead both ways between them")


def test_all_ties():
    fit = fit_bradley_terry(outcomes(3, [0, 1, 2], [1, 2, 0], [0] * 3, [0] * 3, [4] * 3))
    assert fit.method == "firth"
    assert fit.flagged.all()
    assert fit.rating == pytest.approx(np.zeros(3), abs=1e-9)
    assert np.isfinite([fit.log_nu, fit.log_nu_std_error]).all()
    assert fit.remark(0).startswith("ties or the home effect separate the outcomes")
    assert "separated by ties" in fit.incomparable(0, 1)


def test_all_wins():
    players = 5
    first, second = np.triu_indices(players, 1)
    fit = fit_bradley_terry(outcomes(players, first, second, np.full(10, 3), np.zeros(10)))
    assert fit.flagged.all()
    assert (np.diff(fit.rating) < 0).all()
    assert fit.rating == pytest.approx(-fit.rating[::-1], abs=1e-7)
    assert fit.components.members == tuple((player,) for player in range(players))
    assert fit.remark(2).startswith("it won all comparisons with some players and lost all with others")


@pytest.mark.parametrize("clusters", [None, 12])
def test_one_unbeaten_player_leaves_the_others_their_errors(clusters):
    others = simulated(8, 4, 300, clusters=12)
    first, second = np.r_[others.first, [4] * 24], np.r_[others.second, np.tile(np.arange(4), 6)]
    wins = np.r_[others.wins_first, [1] * 24], np.r_[others.wins_second, [0] * 24]
    cluster = None if clusters is None else np.r_[others.cluster, np.arange(24) % 12]
    fit = fit_bradley_terry(outcomes(5, first, second, *wins, cluster=cluster))
    alone = fit_bradley_terry(others if clusters else replace(others, cluster=None))
    assert fit.method == "firth"
    assert fit.flagged.tolist() == [False] * 4 + [True]
    assert fit.std_error[4] > 3 * fit.std_error[:4].max()
    for a, b in pairs(4):
        assert fit.difference(a, b)[:2] == pytest.approx(alone.difference(a, b)[:2], abs=0.05)
    assert np.isnan(fit.difference(4, 0)).all()
    assert fit.errors == ("information" if clusters is None else "sandwich")


def test_two_halves_where_one_always_beats_the_other_have_no_main_part():
    half = simulated(8, 3, 100)
    first = np.r_[half.first, half.first + 3, 0, 1, 2]
    second = np.r_[half.second, half.second + 3, 3, 4, 5]
    wins = np.r_[half.wins_first, half.wins_first, 2, 2, 2], np.r_[half.wins_second, half.wins_second, 0, 0, 0]
    fit = fit_bradley_terry(outcomes(6, first, second, *wins))
    assert fit.flagged.all()
    assert fit.components.members == ((0, 1, 2), (3, 4, 5))
    assert np.isfinite(fit.difference(0, 2)).all()
    assert np.isnan(fit.difference(0, 3)).all()
    assert fit.remark(0).startswith("it and those it exchanges wins with won all comparisons with others")


def test_a_home_effect_that_goes_with_the_ratings():
    played = outcomes(2, [0], [1], [3], [2], home=[1])
    fit = fit_bradley_terry(played, home=True)
    assert np.isnan([fit.home, fit.home_std_error, *fit.rating, *fit.std_error]).all()
    assert "home effect" in fit.remark(0)
    assert fit.incomparable(0, 1) == fit.remark(0)
    assert fit_bradley_terry(played).difference(0, 1)[0] == pytest.approx(np.log(1.5))


def test_fractions_of_games_count():
    played = simulated(3, 4, 90)
    tenth = again(played, wins_first=played.wins_first / 10, wins_second=played.wins_second / 10)
    fit, other = fit_bradley_terry(played), fit_bradley_terry(tenth)
    assert other.rating == pytest.approx(fit.rating, abs=1e-9)
    assert other.std_error == pytest.approx(fit.std_error * 10**0.5)


@pytest.mark.parametrize("home", [False, True])
@pytest.mark.parametrize("ties", [0.0, 0.5])
def test_resampling_each_cluster_once_is_firths_fit(home, ties):
    played = simulated(2, 5, 80, ties=ties, home=0.3 if home else None, clusters=7)
    once = bootstrap_bradley_terry(played, np.ones((3, 7)), home=home)
    assert once == pytest.approx(np.tile(fit_bradley_terry(played, home=home, firth=True).rating, (3, 1)), abs=1e-8)


def test_a_resample_is_firths_fit_of_the_clusters_it_drew():
    played = simulated(2, 5, 80, ties=0.5, clusters=7)
    weights = np.random.default_rng(0).multinomial(7, np.full(7, 1 / 7), size=20)
    found = bootstrap_bradley_terry(played, weights)
    assert np.isfinite(found).all()
    for drawn, ratings in zip(weights, found, strict=True):
        counts = {name: drawn[played.cluster] * getattr(played, name) for name in ("wins_first", "wins_second", "ties")}
        assert counts["ties"].any()
        assert ratings == pytest.approx(fit_bradley_terry(again(played, **counts), firth=True).rating, abs=1e-7)


def test_a_resample_that_does_not_link_a_player_leaves_it_without_a_rating():
    # Cluster 1 alone links 2 with 0 and 1; 3 and 4 never meet these; 5 plays nobody.
    played = outcomes(6, [0, 0, 1, 3], [1, 1, 2, 4], [2, 1, 1, 1], [1, 2, 1, 2], cluster=[0, 1, 1, 0])
    found = bootstrap_bradley_terry(played, [[1, 1], [2, 0], [0, 2], [0, 0]])
    known = ~np.isnan(found)
    assert known.tolist() == [
        [True, True, True, True, True, False],
        [False, False, False, True, True, False],
        [True, True, True, False, False, False],
        [False] * 6,
    ]


def test_many_resamples_are_worked_through_in_parts(monkeypatch):
    played = simulated(2, 5, 80, clusters=7)
    weights = np.random.default_rng(0).multinomial(7, np.full(7, 1 / 7), size=50)
    whole = bootstrap_bradley_terry(played, weights)
    monkeypatch.setattr("assets.ratings.bradley_terry._AT_ONCE", 100)
    assert bootstrap_bradley_terry(played, weights) == pytest.approx(whole, abs=1e-9, nan_ok=True)
    assert bootstrap_bradley_terry(played, np.empty((0, 7))).shape == (0, 5)


def test_counts_can_be_resampled_by_the_caller():
    merged = simulated(2, 5, 80, ties=0.5).merged()
    found = bootstrap_ratings(Design(merged, home=False, ties=True), Counts.of(merged), merged)
    assert found[0] == pytest.approx(fit_bradley_terry(merged, firth=True).rating, abs=1e-8)


def test_wrong_weights_are_refused():
    played = simulated(2, 5, 80, clusters=7)
    with pytest.raises(ValueError, match=r"shape \(resamples, 7 clusters\), not \(3, 6\)"):
        bootstrap_bradley_terry(played, np.ones((3, 6)))
    with pytest.raises(ValueError, match="needs outcomes with clusters"):
        bootstrap_bradley_terry(replace(played, cluster=None), np.ones((3, 7)))
