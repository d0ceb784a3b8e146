"""Slopes against a textbook, in simulated seasons, and where nothing can be said."""

import numpy as np
import pytest

from assets.slope import Slope, slope_of

SEASONS = 2000


def test_it_is_the_textbooks_slope_with_its_interval():
    """Women's heights and weights (R's data set `women`; McNeil 1977): slope 3.45, error 0.09114, t(13)."""
    heights = np.arange(58.0, 73.0)
    weights = np.array([115.0, 117, 120, 123, 126, 129, 132, 135, 139, 142, 146, 150, 154, 159, 164])
    found = slope_of(heights, weights)
    assert found is not None
    assert found.value == pytest.approx(3.45)
    assert found.std_error == pytest.approx(0.09114, abs=5e-6)
    assert (found.ci_low, found.ci_high) == pytest.approx((3.253112, 3.646888), abs=1e-6)
    assert found.p_value == pytest.approx(1.09e-14, rel=0.01)


def test_a_gap_in_the_weeks_is_kept():
    with_gap = slope_of(np.array([0.0, 1, 4]), np.array([0.1, 0.3, 0.5]))
    in_a_row = slope_of(np.array([0.0, 1, 2]), np.array([0.1, 0.3, 0.5]))
    assert with_gap is not None
    # Σ (x − 5/3) · y / Σ (x − 5/3)²
    assert with_gap.value == pytest.approx(0.8 / 8.6667, abs=1e-5)
    assert in_a_row == Slope(pytest.approx(0.2), None, None, None, None)


@pytest.mark.parametrize("values", [[0.0, 0, 0], [0.25] * 5, [1200.1, 1200.2, 1200.3, 1200.4], [0.1, 0.2, 0.3]])
def test_values_on_a_line_have_a_slope_and_no_interval(values):
    found = slope_of(np.arange(float(len(values))), np.array(values))
    assert found == Slope(pytest.approx(values[1] - values[0], abs=1e-9), None, None, None, None)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_two_weeks_are_too_few(count):
    assert slope_of(np.arange(float(count)), np.ones(count)) is None


def noise(kind: str, weeks: int) -> np.ndarray:
    """Errors with mean 0 of simulated seasons, shape (SEASONS, weeks)."""
    chance = np.random.default_rng(weeks)
    normal = chance.standard_normal((SEASONS, weeks))
    if kind == "skewed":
        return chance.exponential(size=(SEASONS, weeks)) - 1
    if kind == "of varying spread":
        return normal * chance.uniform(1, 3, (SEASONS, weeks))
    if kind == "of growing spread":
        return normal * np.linspace(1, 3, weeks)
    if kind == "carried over":
        for week in range(1, weeks):
            normal[:, week] = 0.3 * normal[:, week - 1] + np.sqrt(1 - 0.3**2) * normal[:, week]
    return normal


@pytest.mark.parametrize("weeks", [3, 6, 20])
@pytest.mark.parametrize("kind", ["normal", "skewed", "of varying spread", "of growing spread"])
def test_intervals_hold_a_true_slope_as_often_as_they_say(kind, weeks):
    at = np.arange(float(weeks))
    found = [slope_of(at, values) for values in 0.5 * at + noise(kind, weeks)]
    held = np.mean([one.ci_low <= 0.5 <= one.ci_high for one in found])
    assert 0.93 < held < 0.97


@pytest.mark.parametrize("weeks", [4, 10])
def test_a_level_season_is_taken_for_a_trend_in_one_of_twenty_and_more_often_when_noise_carries_over(weeks):
    at = np.arange(float(weeks))
    size = {
        kind: np.mean([slope_of(at, values).p_value <= 0.05 for values in noise(kind, weeks)])
        for kind in ("normal", "carried over")
    }
    assert 0.03 < size["normal"] < 0.07
    assert size["normal"] + 0.01 < size["carried over"] < 0.16
