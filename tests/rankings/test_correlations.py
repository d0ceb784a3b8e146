"""Correlations between boards and between weeks, against scipy and by hand."""

import numpy as np
import polars as pl
import pytest
from made_weeks import attempts_frame, everyone, full_week, played_week
from scipy import stats

from assets.rankings.boards import rankings_of
from assets.rankings.correlations import SOLVING_AGAINST_AUTHORING, correlations
from assets.tables import BOARD_CORRELATIONS, BOARDS, CORRELATIONS
from rankings.simulated import World, tournament
from rankings.test_season import in_week, season


@pytest.fixture(scope="module")
def weeks():
    return season(2, contestants=6, environments=10)


@pytest.fixture(scope="module")
def found(weeks) -> pl.DataFrame:
    return correlations(weeks, seed=5)


@pytest.fixture(scope="module")
def ranked(weeks) -> dict[int, pl.DataFrame]:
    return {count: rankings_of(weeks[:count], seed=5) for count in (1, 2)}


def values(frame: pl.DataFrame, scope: str, board: str) -> np.ndarray:
    return frame.filter(scope=scope, board=board).sort("contestant").get_column("value").to_numpy()


def test_rows(found, weeks):
    assert found.schema == BOARD_CORRELATIONS.polars_schema
    assert found.filter(other_week=weeks[1].week).height == 2 * len(SOLVING_AGAINST_AUTHORING) * len(CORRELATIONS)
    stability = found.filter(other_week=weeks[0].week)
    assert sorted(stability["board"]) == sorted(BOARDS)
    assert (stability["board"] == stability["other_board"]).all()
    assert (stability["scope"] == "week").all()


@pytest.mark.parametrize("boards", SOLVING_AGAINST_AUTHORING)
@pytest.mark.parametrize("scope", ["week", "season"])
def test_solving_against_authoring_is_scipys(found, ranked, boards, scope):
    x, y = (values(ranked[2], scope, board) for board in boards)
    for statistic, function in (("pearson", stats.pearsonr), ("kendall_tau_b", stats.kendalltau)):
        [row] = found.filter(scope=scope, board=boards[0], other_board=boards[1], statistic=statistic).to_dicts()
        expected = function(x.round(9), y.round(9))
        assert row["value"] == pytest.approx(expected.statistic, abs=1e-9)
        assert row["p_value"] == pytest.approx(expected.pvalue, abs=1e-6)
        assert row["ci_low"] <= row["value"] <= row["ci_high"]
        assert row["n"] == 6


@pytest.mark.parametrize("board", BOARDS)
def test_stability_compares_with_the_week_before(found, ranked, weeks, board):
    [row] = found.filter(board=board, other_week=weeks[0].week).to_dicts()
    x, y = values(ranked[2], "week", board), values(ranked[1], "week", board)
    assert row["value"] == pytest.approx(stats.kendalltau(x.round(9), y.round(9)).statistic, abs=1e-9)
    assert row["ci_low"] <= row["value"] <= row["ci_high"]
    assert row["note"] == "of 6 contestants without ties |τ| from 0.867 on is significant at 5 %"


def test_a_clear_order_is_stable_and_the_interval_says_so():
    names = ["ada", "bob", "cyd", "dan", "eve", "fay"]
    skill = {name: number for number, name in enumerate(names)}

    def status(author: str, slot: int, solver: str, seed: int, condition: str) -> str:
        return "success" if skill[solver] > slot else "failure"

    week = played_week(everyone(*names), full_week(names, 5, 2, status))
    rows = correlations([in_week(week, week.week.replace(day=23)), week], seed=1)
    [row] = rows.filter(board="canonical_solve", other_board="canonical_solve").to_dicts()
    assert (row["value"], row["n"]) == (1.0, 6)
    assert row["ci_low"] > 0.8
    assert row["p_value"] == pytest.approx(2 / 720)


def test_nobody_and_nothing_leave_nulls_with_a_reason():
    for names in ((), ("ada",), ("ada", "bob")):
        rows = correlations([played_week(everyone(*names), attempts_frame([]))], seed=1)
        assert rows.get_column("value").null_count() == rows.height
        assert rows.get_column("note").unique().to_list() == ["fewer than two contestants on both boards"]


def test_a_level_board_has_no_correlation():
    names = ["ada", "bob", "cyd"]
    week = played_week(everyone(*names), full_week(names, 3, 2, lambda *_: "success"))
    rows = correlations([week], seed=1).filter(board="canonical_solve", other_board="design")
    assert rows.get_column("note").unique().to_list() == ["all the same on one of the boards"]


def correlated(true: float, number: int) -> dict[str, dict[str, float]]:
    """The correlations of abilities and difficulties in a simulated week in which they truly correlate so much."""
    chance = np.random.default_rng([8, number])
    ability = np.linspace(-1.5, 1.5, 9)
    other = chance.permutation(ability)
    other -= (other @ ability) / (ability @ ability) * ability
    other *= np.sqrt((ability @ ability) / (other @ other))
    world = World(ability, true * ability + np.sqrt(1 - true**2) * other, np.ones(9))
    week = tournament(world, 10, 4, chance)
    rows = correlations([week], seed=number).filter(scope="week", board="solver", other_board="author_difficulty")
    return {row["statistic"]: row for row in rows.to_dicts()}


@pytest.mark.parametrize("true", [-0.9, 0.9])
def test_a_strong_correlation_is_seen_through_the_noise(true):
    found = [correlated(true, number) for number in range(8)]
    freed = [row["pearson_disattenuated"] for row in found]
    assert sum(row["ci_low"] <= true <= row["ci_high"] for row in freed) >= 7
    assert np.mean([row["value"] for row in freed]) == pytest.approx(true, abs=0.07)
    # The boards' own correlation is nearer to 0, by their noise.
    assert abs(np.mean([row["pearson"]["value"] for row in found])) < 0.89


def test_noise_alone_has_no_correlation_to_be_freed():
    names = ["ada", "bob", "cyd", "dan"]
    chance = np.random.default_rng(1)
    week = played_week(
        everyone(*names), full_week(names, 2, 1, lambda *_: "success" if chance.random() < 0.5 else "failure")
    )
    rows = correlations([week], seed=1).filter(statistic="pearson_disattenuated", board="solver", scope="week")
    assert "the boards differ by no more than their noise" in rows.get_column("note").to_list()
