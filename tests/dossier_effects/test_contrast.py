"""Contrasts: exact where values are a line and an effect, whatever the line; none where nothing can be told."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.dossier_effects.contrast import contrast

NUMBERS = st.floats(-1, 1)


@given(
    shown=st.lists(st.booleans(), min_size=1, max_size=9).map(lambda rest: [True, False, *rest]),
    gaps=st.lists(st.integers(1, 4), min_size=11, max_size=11),
    intercept=NUMBERS,
    trend=NUMBERS,
    effect=NUMBERS,
)
def test_it_is_the_effect_whatever_the_authors_trend(shown, gaps, intercept, trend, effect):
    weeks = np.cumsum(gaps[: len(shown)]).astype(float)
    found = contrast(weeks, intercept + trend * weeks + effect * np.array(shown), np.array(shown))
    assert found == pytest.approx(effect, abs=1e-7)


def test_it_is_the_least_squares_coefficient():
    chance = np.random.default_rng(1)
    weeks, shown = np.array([0.0, 1, 2, 5, 6, 7, 8]), np.array([False, True, False, True, True, False, True])
    values = chance.random(weeks.size)
    design = np.column_stack([np.ones(weeks.size), weeks, shown])
    assert contrast(weeks, values, shown) == pytest.approx(np.linalg.lstsq(design, values)[0][2])


def test_between_two_plain_weeks_it_is_the_difference_from_their_mean():
    assert contrast(np.arange(3.0), np.array([0.2, 0.9, 0.4]), np.array([False, True, False])) == pytest.approx(0.6)


@pytest.mark.parametrize(
    "shown",
    [[], [False], [True], [False, True], [True, False], [False] * 4, [True] * 4, [False, True, True, True, True]],
    ids=str,
)
def test_a_dossier_that_never_came_or_never_went_has_none(shown):
    weeks = np.arange(float(len(shown)))
    assert contrast(weeks, weeks, np.array(shown, bool)) is None
