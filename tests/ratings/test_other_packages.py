"""The same ratings as choix and arena-rank give, and a word where those give a number that means nothing."""

import numpy as np
import pytest
from made_outcomes import simulated

from assets.ratings.bradley_terry import fit_bradley_terry
from assets.ratings.outcomes import outcomes

ELO = 400 / np.log(10)
GAMES = [(4, 60), (9, 600), (40, 4000)]


@pytest.fixture(scope="module")
def arena():
    """arena-rank's ratings and standard errors, in Elo, the mean rating 0. Imported late: jax takes seconds."""
    import pandas as pd
    from arena_rank.models.bradley_terry import BradleyTerry
    from arena_rank.utils.data_utils import PairDataset

    def rated(played, **settings):
        winner = np.where(played.wins_first > 0, "model_a", "model_b")
        games = PairDataset.from_pandas(
            pd.DataFrame({"model_a": played.first, "model_b": played.second, "winner": winner})
        )
        model = BradleyTerry(n_competitors=len(games.competitors), **settings)
        found = model.compute_ratings_and_cis(games)
        rating = np.asarray(found["ratings"])
        return rating - rating.mean(), np.sqrt(np.asarray(found["variances"]))

    return rated


def each_game_by_itself(played):
    return outcomes(
        played.players,
        played.first,
        played.second,
        played.wins_first,
        played.wins_second,
        cluster=np.arange(played.first.size),
    )


@pytest.mark.parametrize(("players", "games"), GAMES)
def test_choix_finds_the_same_ratings(players, games):
    import choix

    played = simulated(games, players, games)
    won = played.wins_first > 0
    pairs = np.stack([np.where(won, played.first, played.second), np.where(won, played.second, played.first)], axis=1)
    fit = fit_bradley_terry(played)
    assert fit.method == "maximum_likelihood"
    for found in (
        choix.ilsr_pairwise(players, pairs.tolist(), max_iter=1000),
        choix.opt_pairwise(players, pairs.tolist(), alpha=0, tol=1e-9),
    ):
        assert fit.rating == pytest.approx(found - found.mean(), rel=0, abs=1e-6)


@pytest.mark.parametrize(("players", "games"), GAMES[1:])
def test_arena_rank_finds_the_same_ratings_and_errors(arena, players, games):
    played = each_game_by_itself(simulated(games, players, games))
    fit = fit_bradley_terry(played)
    rating, std_error = arena(played, hessian_reg=1e-7)
    assert fit.rating * ELO == pytest.approx(rating, rel=0, abs=1e-3)
    # Its sandwich takes each game for a cluster, leaves out the factor K/(K − 1), and adds a ridge to the information.
    assert fit.std_error * ELO * np.sqrt(1 - 1 / games) == pytest.approx(std_error, rel=1e-4)


def test_ours_says_what_is_wrong_where_arena_rank_ranks_everybody(arena):
    one, other = simulated(5, 4, 200), simulated(8, 3, 100)
    # Player 4 wins all its 40 games with 0 … 3; 5, 6 and 7 only play each other.
    played = each_game_by_itself(
        outcomes(
            8,
            np.r_[one.first, [4] * 40, other.first + 5],
            np.r_[one.second, np.tile(np.arange(4), 10), other.second + 5],
            np.r_[one.wins_first, [1] * 40, other.wins_first],
            np.r_[one.wins_second, [0] * 40, other.wins_second],
        )
    )
    rating, std_error = arena(played)
    assert np.isfinite(rating).all()
    assert rating[4] > 1000
    assert std_error[4] < 10

    fit = fit_bradley_terry(played)
    assert fit.flagged.tolist() == [False] * 4 + [True] + [False] * 3
    assert "won all comparisons with others" in fit.remark(4)
    assert fit.rating[4] * ELO < 1000
    assert fit.std_error[4] * ELO > 100
    assert "no finite estimate" in fit.incomparable(4, 0)
    assert fit.incomparable(0, 5) == "no chain of comparisons links them"
    assert np.isnan([fit.difference(4, 0), fit.difference(0, 5)]).all()
    assert np.isfinite([fit.difference(0, 3), fit.difference(5, 7)]).all()
