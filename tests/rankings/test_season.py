"""The season so far: the boards of all weeks' attempts together, for those who play the last one."""

import dataclasses
from datetime import date, timedelta

import numpy as np
import polars as pl
import pytest
from made_weeks import contestants_frame, everyone

from assets.ports import PlayedWeek
from assets.rankings.boards import rankings_of
from assets.tables import RANKINGS
from rankings.simulated import World, tournament

FIRST = date(2026, 11, 16)


def season(weeks: int, contestants: int = 4, environments: int = 4) -> list[PlayedWeek]:
    """Weeks of the same contestants, each with environments of its own."""
    # Far enough apart that some duels are decided.
    world = World(np.linspace(2, -2, contestants), np.linspace(-1, 1, contestants), np.ones(contestants))
    return [
        in_week(tournament(world, environments, 2, np.random.default_rng([2, number])), FIRST + timedelta(weeks=number))
        for number in range(weeks)
    ]


def in_week(played: PlayedWeek, week: date) -> PlayedWeek:
    attempts = played.solve_attempts.with_columns(pl.col("environment_id").str.replace(r"^[0-9-]+", week.isoformat()))
    return dataclasses.replace(played, week=week, solve_attempts=attempts)


def board(frame: pl.DataFrame, scope: str, name: str) -> pl.DataFrame:
    return frame.filter(scope=scope, board=name).sort("contestant")


@pytest.fixture(scope="module")
def weeks() -> list[PlayedWeek]:
    return season(3)


@pytest.fixture(scope="module")
def ranked(weeks) -> pl.DataFrame:
    return rankings_of(weeks, seed=5)


def test_rows_are_of_the_last_week_in_both_scopes(ranked, weeks):
    assert ranked.schema == RANKINGS.polars_schema
    assert ranked.get_column("week").unique().to_list() == [weeks[-1].week]
    assert ranked.group_by("scope", "board").len().get_column("len").unique().to_list() == [4]


def test_the_weeks_own_boards_know_no_other_week(ranked, weeks):
    alone = rankings_of(weeks[-1:], seed=5)
    assert ranked.filter(scope="week").equals(alone.filter(scope="week"))


def test_the_season_rests_on_all_weeks(ranked):
    for name, n in (("canonical_solve", 3 * 12), ("design", 3 * 4), ("solver", 3 * 12), ("author", 3 * 4)):
        found = board(ranked, "season", name).get_column("n")
        assert found.max() == n, name
    week, total = (
        (frame["ci_high"] - frame["ci_low"]).mean()
        for frame in (board(ranked, "week", "solver"), board(ranked, "season", "solver"))
    )
    assert total < 0.8 * week


def test_a_season_score_is_the_mean_over_every_environment(ranked, weeks):
    attempts = pl.concat([week.solve_attempts for week in weeks])
    unaided = attempts.filter(pl.col("condition") == "without_hint", pl.col("author") != pl.col("solver"))
    expected = (
        unaided.with_columns(won=(pl.col("status") == "success").cast(pl.Float64))
        .group_by("solver", "domain", "environment_id")
        .agg(pl.col("won").mean())
        .group_by("solver", "domain")
        .agg(pl.col("won").mean())
        .group_by("solver")
        .agg(pl.col("won").mean())
        .sort("solver")
    )
    found = board(ranked, "season", "canonical_solve")
    assert found.get_column("value").to_list() == pytest.approx(expected.get_column("won").to_list(), rel=1e-12)


def test_one_who_left_is_not_ranked_but_what_it_showed_counts(weeks):
    *earlier, last = weeks
    gone = "player_0"
    left = PlayedWeek(
        last.week,
        last.contestants.filter(pl.col("contestant") != gone),
        last.solve_attempts.filter(pl.col("author") != gone, pl.col("solver") != gone),
        last.duel_results.filter(pl.col("contestant_a") != gone, pl.col("contestant_b") != gone),
    )
    found = rankings_of([*earlier, left], seed=5)
    assert gone not in found.get_column("contestant")
    solver = board(found, "season", "solver")
    # 12 environments of others in each of the first weeks, its own ones among them; 8 in the last.
    assert solver.get_column("n").to_list() == [2 * 12 + 8] * 3
    assert solver.get_column("value").mean() == pytest.approx(1000)


def test_one_who_came_late_is_ranked_by_what_there_is(weeks):
    *earlier, last = weeks
    new = PlayedWeek(
        last.week,
        everyone(*last.contestants["contestant"], "zoe"),
        last.solve_attempts,
        last.duel_results,
    )
    found = rankings_of([*earlier, new], seed=5).filter(contestant="zoe")
    assert found.get_column("value").null_count() == found.height
    assert found.get_column("note").null_count() == 0


def test_one_who_gave_up_a_role_is_not_ranked_in_it(weeks):
    *earlier, last = weeks
    roles = {name: ["author", "solver"] for name in last.contestants["contestant"]}
    roles["player_1"] = ["author"]
    changed = dataclasses.replace(
        last,
        contestants=contestants_frame(roles),
        solve_attempts=last.solve_attempts.filter(pl.col("solver") != "player_1"),
    )
    found = rankings_of([*earlier, changed], seed=5).filter(scope="season", contestant="player_1")
    for name in ("canonical_solve", "common_panel_solve", "hint_gain", "solver"):
        assert found.filter(board=name).select("value", "note").row(0) == (None, "not a solver")
    assert found.filter(board="author").get_column("value").null_count() == 0
