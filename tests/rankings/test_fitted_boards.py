"""Fitted boards where the week is uneven: lone environments, roles apart, evidence that falls into pieces."""

import numpy as np
import polars as pl
import pytest
from made_weeks import attempts_frame, contestants_frame, everyone, pair_rows, played_week

from assets.rankings.boards import rankings_of
from assets.rankings.elo_standing import pooled_where_single
from rankings.simulated import World, tournament


def boards(contestants: pl.DataFrame, attempts: pl.DataFrame) -> pl.DataFrame:
    return rankings_of([played_week(contestants, attempts)], seed=1).filter(scope="week")


def column(frame: pl.DataFrame, board: str, name: str) -> dict[str, object]:
    return dict(frame.filter(board=board).select("contestant", name).iter_rows())


def test_what_a_lone_environment_hides_is_taken_from_the_others():
    # Variances of means over 2, 4 and 1 environments: of one environment 2 · 3 and 4 · 1.
    found = pooled_where_single(np.array([3.0, 1.0, 0.0, 0.0]), np.array([2, 4, 1, 0]))
    assert found.tolist() == [3, 1, 5, 0]
    assert pooled_where_single(np.array([0.0, 0.0]), np.array([1, 1])).tolist() == [0, 0]


@pytest.mark.parametrize("board", ["author", "author_difficulty"])
def test_a_rival_with_one_environment_makes_nobody_surer(board):
    chance = np.random.default_rng(1)
    week = tournament(World(np.linspace(-1, 1, 3), np.zeros(3), np.ones(3)), 10, 4, chance)
    names = week.contestants["contestant"].to_list()
    lone = (pl.col("author") != names[2]) | pl.col("environment_id").str.ends_with("env_000")
    full, uneven = (
        boards(week.contestants, attempts) for attempts in (week.solve_attempts, week.solve_attempts.filter(lone))
    )
    assert column(uneven, board, "n") == {names[0]: 10, names[1]: 10, names[2]: 1}
    assert column(uneven, board, "std_error")[names[2]] is None
    for name in names[:2]:
        assert column(uneven, board, "std_error")[name] > 1.1 * column(full, board, "std_error")[name]


def test_solvers_that_write_nothing_leave_the_composites_mean_at_1000():
    roles = {name: ["author", "solver"] for name in ("ada", "bob", "cyd")} | {"dan": ["solver"], "eve": ["solver"]}
    won = {"ada": "stxx", "bob": "sstx", "cyd": "xxtx", "dan": "ssss", "eve": "ssst"}
    rows = [
        row
        for author in ("ada", "bob", "cyd")
        for slot in (1, 2, 3)
        for solver, letters in won.items()
        if solver != author
        for row in pair_rows(author, slot, solver, letters[slot:] + letters[:slot])
    ]
    found = boards(contestants_frame(roles), attempts_frame(rows))
    composite = column(found, "composite", "value")
    assert composite["dan"] is composite["eve"] is None
    assert np.mean([composite[name] for name in ("ada", "bob", "cyd")]) == pytest.approx(1000)
    solver, difficulty = (column(found, board, "value") for board in ("solver", "author_difficulty"))
    gap = (solver["ada"] + difficulty["ada"] - solver["bob"] - difficulty["bob"]) / 2
    assert composite["ada"] - composite["bob"] == pytest.approx(gap)


def test_difficulties_met_by_solvers_that_share_no_environment_are_not_compared():
    """Each environment is met by one solver or the other: only the prior could say which of the two is better."""
    roles = {"ada": ["author"], "bob": ["author"], "xia": ["solver"], "yan": ["solver"]}
    met = {"ada": ("xia", "xia", "xia", "yan"), "bob": ("yan", "yan", "yan", "xia")}
    rows = [
        row
        for author, solvers in met.items()
        for slot, solver in enumerate(solvers)
        for row in pair_rows(author, slot, solver, "stx")
    ]
    found = boards(contestants_frame(roles), attempts_frame(rows))
    apart = "not linked with the others by any chain of environments played in common"
    assert set(column(found, "solver", "note").values()) == {apart, "not a solver"}
    assert set(column(found, "author_difficulty", "note").values()) == {apart, "not an author"}
    # Authors themselves are linked by either solver: each met environments of both.
    assert column(found, "author", "value")["ada"] is not None


def test_a_single_author_has_nobody_to_be_compared_with():
    roles = {"ada": ["author"], "bob": ["solver"], "cyd": ["solver"]}
    rows = [row for slot in (1, 2) for solver in ("bob", "cyd") for row in pair_rows("ada", slot, solver, "stx")]
    found = boards(contestants_frame(roles), attempts_frame(rows))
    assert column(found, "author", "note")["ada"] == "nobody to compare it with"
    assert column(found, "solver", "note") == {"ada": "not a solver", "bob": None, "cyd": None}


def test_a_newcomers_common_panel_of_the_season_is_what_it_has_met():
    early = played_week(
        everyone("ada", "bob"), attempts_frame([*pair_rows("ada", 1, "bob", "s"), *pair_rows("ada", 1, "ada", "s")])
    )
    rows = [row for solver in ("ada", "bob", "cyd") for row in pair_rows("bob", 2, solver, "x")]
    late = played_week(everyone("ada", "bob", "cyd"), attempts_frame(rows))
    found = rankings_of([early, late], seed=1).filter(scope="season")
    assert column(found, "common_panel_solve", "n") == {"ada": 1, "bob": 1, "cyd": 1}
