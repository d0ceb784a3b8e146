"""Places: they claim no order that the rank ranges leave open."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.tournament_report.places import places


@pytest.mark.parametrize(
    ("ranges", "expected"),
    [
        ([], []),
        ([(1, 1), (2, 2)], ["1", "2"]),
        ([(1, 1), (2, 3), (2, 4), (2, 4), (5, 6), (5, 6)], ["1", "=2", "=2", "=2", "=5", "=5"]),
        ([(1, 2), (1, 3), (3, 3)], ["=1", "=1", "=2"]),
        ([(None, None), (1, 1)], ["–", "1"]),
        ([(5, 6), (1, 1)], ["2", "1"]),
    ],
)
def test_the_place_of_each(ranges, expected):
    assert places(ranges) == expected


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 4)).map(lambda pair: (pair[0], sum(pair))), max_size=9))
def test_whoever_is_told_apart_has_a_later_place_and_a_lone_place_is_told_apart_from_all(ranges):
    found = places(ranges)
    for (low, high), place in zip(ranges, found, strict=True):
        for (_, other_high), other_place in zip(ranges, found, strict=True):
            if other_high < low:
                assert int(other_place.lstrip("=")) < int(place.lstrip("="))
        overlapping = sum(other_low <= high and low <= other_high for other_low, other_high in ranges)
        assert place.startswith("=") == (overlapping > 1)
