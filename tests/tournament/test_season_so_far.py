"""A second week: the season's boards rest on both, and the week's are compared with those of the week before."""

import shutil
from datetime import timedelta

import polars as pl
import polars.selectors as cs
import pytest

from assets.progress import Unwatched
from assets.tables import BOARDS
from orchestration.play import play_week
from orchestration.resources.home import Home
from tournament.small import WEEK, tables

BEFORE = WEEK - timedelta(weeks=1)
WITHIN_WEEK = ("week", "author", "other_author", "environments", "other_environments", "similarity")


@pytest.fixture(scope="module")
def both(played, season, tmp_path_factory) -> dict[str, pl.DataFrame]:
    """The tables after the week before was played too, and this one's again: its attempts come from the journal."""
    home = Home(shutil.copytree(played.root, tmp_path_factory.mktemp("two") / "weeks"))
    for week in (BEFORE, WEEK):
        assert play_week(home, season, week, Unwatched()) == []
    return tables(home.snapshot.path)


def environments(frame: pl.DataFrame, scope: str) -> list[int]:
    found = frame.filter(pl.col("week") == WEEK, scope=scope, board="canonical_solve").sort("contestant")
    return found.get_column("n").to_list()


def test_the_season_so_far_rests_on_both_weeks(both):
    assert environments(both["rankings"], "week") == [2, 2, 2]
    assert environments(both["rankings"], "season") == [4, 4, 4]


def test_the_first_weeks_season_is_the_week(both):
    first = both["rankings"].filter(pl.col("week") == BEFORE)
    week, season = (first.filter(scope=scope).drop("scope") for scope in ("week", "season"))
    assert week.equals(season)


def test_playing_a_week_again_changes_nothing_of_it_but_the_season(both, played):
    once = tables(played.snapshot.path)
    for table, frame in once.items():
        again = both[table].filter(pl.col("week") == WEEK)
        if table == "season_trends":
            frame, again = (side.drop("weeks", "first_week") for side in (frame, again))
        if table in {"rankings", "board_correlations"}:
            frame, again = (side.filter(scope="week") for side in (frame, again))
        if table == "board_correlations":
            again = again.filter(pl.col("other_week") == WEEK)
        if table == "environment_designs":
            # Where it lies, and what is nearest, it is told by all of the season.
            frame, again = (side.select(~cs.starts_with("map_", "nearest_")) for side in (frame, again))
        if table == "design_convergence":
            frame, again = (side.select(WITHIN_WEEK) for side in (frame, again))
        assert again.equals(frame), table


def test_a_contestants_trend_rests_on_both_weeks(both):
    found = both["season_trends"].filter(pl.col("week") == WEEK, board="canonical_solve")
    assert found.select("weeks", "first_week", "slope").unique().rows() == [(2, BEFORE, None)]
    assert both["season_trends"].filter(week=BEFORE, board="canonical_solve").get_column("weeks").to_list() == [1, 1, 1]


def test_without_dossiers_their_effects_say_so(both):
    found = both["dossier_effects"].filter(pl.col("week") == WEEK)
    assert found.select("authors", "effect", "note").unique().rows() == [(0, None, "no author was shown a dossier")]


def test_each_board_is_compared_with_the_week_before(both):
    stability = both["board_correlations"].filter(pl.col("week") == WEEK, pl.col("other_week") == BEFORE)
    assert sorted(stability.get_column("board")) == sorted(BOARDS)


def test_each_author_is_set_against_the_week_before(both):
    now, first = (both["design_convergence"].filter(pl.col("week") == week) for week in (WEEK, BEFORE))
    assert first.get_column("follows").null_count() == first.height
    assert now.get_column("follows").null_count() == 0
    assert set(now.get_column("similarity_weeks")) == {2}
