"""What the likelihood leaves open: against the definition, a linear program for each pair of players."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_outcomes import some_outcomes
from scipy.optimize import linprog

from assets.ratings.connection import components
from assets.ratings.outcomes import outcomes
from assets.ratings.separation import separation


def separated(played, *, home=False):
    merged = played.merged()
    parts = components(merged)
    return separation(merged, parts.groups(), parts, home=home)


def gains(played, *, home, ties):
    """How the log-odds of each outcome that was seen, over each other one, change with the parameters."""
    rows = []
    for row in range(played.first.size):
        lead = np.zeros(played.players + home + ties)
        lead[played.first[row]], lead[played.second[row]] = 1, -1
        if home:
            lead[played.players] = played.home[row]
        weights = [(played.wins_first[row], lead), (played.wins_second[row], 0 * lead)]
        if ties:
            tie = lead / 2
            tie[-1] = 1
            weights.append((played.ties[row], tie))
        rows += [mine - other for seen, mine in weights if seen > 0 for _, other in weights if other is not mine]
    return np.array(rows).reshape(-1, played.players + home + ties)


def furthest(goal, rows):
    """The most of a goal along the directions that fit no outcome worse."""
    return -linprog(-goal, A_ub=-rows, b_ub=np.zeros(len(rows)), bounds=(-1, 1)).fun


@settings(max_examples=60, deadline=None)
@given(some_outcomes(), st.booleans())
def test_it_is_what_some_direction_can_change_for_ever(played, home):
    rows = gains(played, home=home, ties=bool(played.ties.any()))
    found = separated(played, home=home)
    assert found.infinite == (furthest(rows.sum(axis=0), rows) > 1e-7)
    assert (found.open is not None) == found.infinite
    unit = np.eye(rows.shape[1])
    for a in range(played.players):
        for b in range(a):
            fixed = max(furthest(unit[a] - unit[b], rows), furthest(unit[b] - unit[a], rows)) < 1e-7
            assert (found.of[a] == found.of[b]) == fixed
            if found.open is not None:
                assert (abs((unit[a] - unit[b]) @ found.open).max() < 1e-9) == fixed
    if found.open is not None:
        assert found.open @ found.open == pytest.approx(found.open, abs=1e-9)


def test_one_win_and_one_tie_can_grow_together():
    assert separated(outcomes(2, [0], [1], [1], [0], [1])).infinite
    assert not separated(outcomes(2, [0], [1], [1], [1], [1])).infinite


def test_nothing_but_ties():
    found = separated(outcomes(3, [0, 1, 2], [1, 2, 0], [0] * 3, [0] * 3, [4] * 3))
    assert found.infinite
    assert found.of.tolist() == [0, 1, 2]


def test_who_is_at_home_always_wins():
    played = outcomes(3, [0, 1, 2, 1, 2, 0], [1, 2, 0, 0, 1, 2], [1] * 6, [0] * 6, home=[1] * 6)
    assert not separated(played).infinite
    found = separated(played, home=True)
    assert found.infinite
    assert found.home_known


def test_a_home_effect_that_goes_with_the_ratings_is_not_known():
    found = separated(outcomes(4, [0, 0, 2], [1, 1, 3], [3, 0, 1], [2, 0, 2], home=[1, 1, 1]), home=True)
    assert not found.infinite
    assert not found.home_known
    assert found.shadowed.tolist() == [True] * 4
    both_ways = separated(outcomes(4, [0, 1, 2], [1, 0, 3], [3, 2, 1], [2, 1, 2], home=[1, 1, 1]), home=True)
    assert both_ways.home_known
    assert not both_ways.shadowed.any()
