"""Components of the wins: worked by hand, and against walks through the graph."""

import numpy as np
from hypothesis import given
from made_outcomes import some_outcomes

from assets.ratings.connection import components, groups, wins_run_in_a_circle
from assets.ratings.outcomes import outcomes


def walks(links):
    """Whether each player leads to each by any number of links, none included."""
    reached = np.eye(len(links), dtype=bool) | links
    for _ in range(len(links)):
        reached = (reached.astype(int) @ reached.astype(int)) > 0
    return reached


def wins(played):
    won = np.zeros((played.players, played.players), bool)
    for i, j, w_i, w_j, t in zip(
        played.first, played.second, played.wins_first, played.wins_second, played.ties, strict=True
    ):
        won[i, j] |= w_i + t > 0
        won[j, i] |= w_j + t > 0
    return won


def test_components_by_hand():
    # 3 beats 1; 1 and 0 beat each other; 0 beats 2; 4 ties 5, who met nobody else; 6 met nobody.
    played = outcomes(7, [3, 1, 0, 0, 4], [1, 0, 1, 2, 5], [2, 1, 1, 4, 0], [0] * 5, [0, 0, 0, 0, 1])
    parts = components(played)
    assert parts.members == ((3,), (0, 1), (2,), (4, 5), (6,))
    assert parts.above == {(0, 1), (1, 2)}
    assert parts.of.tolist() == [1, 1, 2, 0, 3, 3, 4]
    assert parts.groups().tolist() == [0, 0, 0, 0, 1, 1, 2]


def test_a_comparison_that_never_happened_links_nobody():
    parts = components(outcomes(2, [0], [1], [0], [0], [0]))
    assert parts.members == ((0,), (1,))
    assert parts.groups().tolist() == [0, 1]


@given(some_outcomes())
def test_components_are_who_leads_to_whom_and_back(played):
    parts, won = components(played), wins(played)
    there = walks(won)
    assert ((parts.of[:, None] == parts.of[None, :]) == (there & there.T)).all()
    assert sorted(player for members in parts.members for player in members) == list(range(played.players))
    assert all((parts.of[list(members)] == place).all() for place, members in enumerate(parts.members))
    across = {(int(parts.of[a]), int(parts.of[b])) for a, b in zip(*np.nonzero(won), strict=True)}
    assert parts.above == {(a, b) for a, b in across if a != b}
    assert all(a < b for a, b in parts.above)
    group = parts.groups()
    assert ((group[:, None] == group[None, :]) == walks(won | won.T)).all()


@given(some_outcomes())
def test_groups_of_many_graphs_at_once(played):
    merged = played.merged()
    met = np.stack([merged.total > 0, np.zeros(merged.first.size, bool), np.arange(merged.first.size) == 0])
    labels = groups(merged, met)
    for graph, rows in zip(labels, met, strict=True):
        links = np.zeros((played.players, played.players), bool)
        links[merged.first[rows], merged.second[rows]] = True
        assert ((graph[:, None] == graph[None, :]) == walks(links | links.T)).all()
    assert not set(labels[0]) & set(labels[1])


def test_wins_in_a_circle_leave_ties_aside_and_can_be_of_one_side():
    circle = outcomes(3, [0, 1, 2], [1, 2, 0], [1, 1, 1], [0, 0, 0], home=[1, 1, -1])
    assert wins_run_in_a_circle(circle)
    assert not wins_run_in_a_circle(circle, 1)
    assert wins_run_in_a_circle(outcomes(2, [0, 1], [1, 0], [1, 1], [0, 0], home=[1, 1]), 1)
    assert not wins_run_in_a_circle(outcomes(2, [0], [1], [1], [0], [5]))
