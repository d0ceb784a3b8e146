"""Outcomes: checked, in order, merged without loss."""

import numpy as np
import pytest
from hypothesis import given
from made_outcomes import some_outcomes

from assets.ratings.outcomes import outcomes


def test_a_pair_may_stand_in_either_order():
    given_ = outcomes(3, [2, 0, 2], [0, 2, 1], [5, 1, 7], [2, 3, 0], [1, 0, 4], [1, 1, 0], ["x", "y", "x"])
    assert given_.first.tolist() == [0, 0, 1]
    assert given_.second.tolist() == [2, 2, 2]
    assert given_.wins_first.tolist() == [2, 1, 0]
    assert given_.wins_second.tolist() == [5, 3, 7]
    assert given_.ties.tolist() == [1, 0, 4]
    assert given_.home.tolist() == [-1, 1, 0]
    assert given_.cluster is not None
    assert given_.cluster.tolist() == [0, 1, 0]


def test_merging_adds_up_a_pair_on_a_side():
    row, merged = outcomes(3, [1, 0, 1, 0], [0, 1, 2, 1], [1, 2, 3, 4], [0] * 4, home=[-1, 1, 0, -1]).merging()
    assert row.tolist() == [1, 1, 2, 0]
    assert (merged.first.tolist(), merged.second.tolist(), merged.home.tolist()) == ([0, 0, 1], [1, 1, 2], [-1, 1, 0])
    assert (merged.wins_first.tolist(), merged.wins_second.tolist()) == ([4, 2, 3], [0, 1, 0])
    assert merged.cluster is None


@given(some_outcomes())
def test_merging_keeps_every_count(played):
    merged = played.merged()
    keys = np.stack([merged.first, merged.second, merged.home], axis=1).tolist()
    assert keys == sorted(keys)
    assert len({tuple(key) for key in keys}) == len(keys)
    for name in ("wins_first", "wins_second", "ties", "total"):
        assert getattr(merged, name).sum() == getattr(played, name).sum()
    for key, total in zip(keys, merged.total, strict=True):
        same = (played.first == key[0]) & (played.second == key[1]) & (played.home == key[2])
        assert total == played.total[same].sum()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"first": [0, 3]}, "first must hold players, 0 … 2"),
        ({"second": [-1, 2]}, "second must hold players, 0 … 2"),
        ({"first": [0.5, 1]}, "first must hold players"),
        ({"first": [float("nan"), 1]}, "first must hold players"),
        ({"first": [1, 1]}, "row 0 compares a player with itself"),
        ({"second": [1]}, "second has the shape"),
        ({"first": [[0, 1]]}, "first has the shape"),
        ({"wins_first": [1]}, "wins_first has the shape"),
        ({"wins_first": [1, -1]}, "wins_first must hold finite counts of at least 0"),
        ({"wins_second": [1, float("nan")]}, "wins_second must hold finite counts"),
        ({"ties": [float("inf"), 0]}, "ties must hold finite counts"),
        ({"home": [2, 0]}, "home must be 1, 0 or −1"),
        ({"home": [0.5, 0]}, "home must be 1, 0 or −1"),
        ({"home": [1]}, "home has the shape"),
        ({"cluster": ["x"]}, "cluster has the shape"),
    ],
)
def test_wrong_arguments_are_named(wrong, message):
    right = {"first": [0, 1], "second": [1, 2], "wins_first": [1, 2], "wins_second": [0, 1]}
    with pytest.raises(ValueError, match=message):
        outcomes(3, **(right | wrong))
