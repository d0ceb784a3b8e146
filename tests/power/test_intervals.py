"""The intervals of many simulated tournaments are the project's own, one by one."""

import numpy as np
import polars as pl
import pytest

from assets.pairwise_outcomes.duels import Cell, play_off
from assets.power.intervals import duels_decided, margin_intervals, mean_intervals
from assets.rankings.estimates import estimates


def shares(environments: int, seeds: int, seed: int) -> np.ndarray:
    """Rates of few attempts, so that constant sides and ties come up."""
    rng = np.random.default_rng(seed)
    return rng.integers(-seeds, seeds + 1, size=(300, environments)) / seeds


@pytest.mark.parametrize(("environments", "seeds"), [(2, 1), (3, 1), (4, 1), (3, 4), (10, 2)])
def test_a_margins_interval_and_verdict_are_the_duels(environments, seeds):
    rng = np.random.default_rng(environments)
    ends, won, u = [], [], ([], [])
    for _ in range(400):
        cells = []
        for side, chance in enumerate((0.1, 0.7)):
            solved = rng.binomial(seeds, chance, environments)
            taught = rng.binomial(seeds - solved, 0.8)
            cells.append(Cell(np.full(environments, seeds), taught, solved))
            u[side].append(cells[-1].u)
        outcome = play_off("a", "b", *cells, seed=0)
        ends.append((-1, 1) if outcome.ci_low is None else (outcome.ci_low, outcome.ci_high))
        won.append(outcome.result != "draw")
    of_a, of_b = (np.array(side) for side in u)
    low, high = margin_intervals(of_a, of_b)
    np.testing.assert_allclose(np.column_stack([low, high]), ends, atol=1e-12)
    decided = duels_decided(of_a, of_b, low, high)
    np.testing.assert_array_equal(decided, won)
    assert environments == 2 or 0 < decided.sum() < len(decided)


def test_without_an_interval_the_permutation_test_decides_from_four_environments_on():
    """As in `play_off`: constant sides show no spread, and three against three can't be told apart at 5 %."""
    for environments, winner in ((3, False), (4, True), (30, True)):
        of_a, of_b = np.full((2, environments), 0.5), np.full((2, environments), -0.5)
        of_b[1] = 0.5
        decided = duels_decided(of_a, of_b, *margin_intervals(of_a, of_b))
        assert decided.tolist() == [winner, False]


@pytest.mark.parametrize(("environments", "seeds"), [(2, 1), (3, 1), (5, 4), (20, 4)])
def test_a_means_interval_is_the_leaderboards(environments, seeds):
    differences = shares(environments, seeds, seed=environments)
    differences[0] = 1 / 3
    terms = pl.DataFrame(
        {
            "contestant": [f"{row:03d}" for row in range(len(differences)) for _ in range(environments)],
            "environment_id": [str(place) for _ in differences for place in range(environments)],
            "weight": 1 / environments,
            "x": differences.ravel(),
        }
    )
    expected = estimates(terms, -1, 1).with_columns(pl.col("ci_low").fill_null(-1), pl.col("ci_high").fill_null(1))
    low, high = mean_intervals(differences)
    np.testing.assert_allclose(low, expected["ci_low"], atol=1e-12)
    np.testing.assert_allclose(high, expected["ci_high"], atol=1e-12)
    assert (low[0], high[0]) == (-1, 1)
