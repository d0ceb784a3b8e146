"""A valid week passes every check, and so does whatever the steps make of a week with faults and holes."""

from datetime import timedelta

import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_weeks import WEEK as DRAWN_WEEK
from made_weeks import attempts_frame, everyone, pair_rows, played_week, weeks

from assets.pairwise_outcomes.cells import pairwise_cells
from assets.pairwise_outcomes.duels import duel_results
from assets.ports import PlayedWeek
from assets.rankings.boards import rankings_of
from assets.rankings.correlations import correlations
from assets.tables import TABLES
from assets.training_curriculum.selection import curriculum
from checks.conftest import RunChecks
from checks.made_week import WEEK, Frames
from orchestration.checks.meaning import correlations as correlated
from orchestration.checks.meaning.curriculum import order_holds, splits_disjoint, weights_add_up
from orchestration.checks.meaning.outcomes import (
    counts_add_up,
    every_cell_once,
    every_duel_once,
    margins_held,
    results_follow,
)
from orchestration.checks.meaning.scales import scale_holds
from orchestration.checks.meaning.standings import everyone_ranked, intervals_hold_value, nulls_explained, ranks_follow
from orchestration.resources.warehouse import Warehouse
from orchestration.resources.warehouse.verdicts import objection


@pytest.mark.parametrize("table", TABLES)
def test_every_check_of_a_valid_week_passes_and_its_verdict_is_stored(
    table: str, week: Frames, run_checks: RunChecks, warehouse: Warehouse
) -> None:
    found = run_checks(table, week)
    assert [name for name, evaluation in found.items() if not evaluation.passed] == []
    assert {evaluation.metadata["failed_rows"].value for evaluation in found.values()} == {0}
    assert all(evaluation.partition == str(WEEK) for evaluation in found.values())
    with warehouse.connect(read_only=True) as connection:
        stored = connection.execute(
            "SELECT check_name, passed, failed_rows FROM duels.quality_checks WHERE table_name = ? AND week = ?",
            [table, WEEK],
        ).fetchall()
        assert sorted(stored) == [(name, True, 0) for name in sorted(found)]
        assert objection(connection, table, WEEK) is None


def test_the_made_week_has_rows_for_every_check(week: Frames) -> None:
    assert not [name for name, frame in week.items() if frame.is_empty()]
    assert set(week["duel_results"]["result"]) > {"no_contest"}
    assert week["rankings"]["ci_low"].is_not_null().any()
    assert week["board_correlations"]["other_week"].n_unique() == 2
    assert set(week["season_trends"]["change"]) == {"rises", "level", None}
    assert set(week["dossier_effects"]["authors"]) == {1, 2}
    assert week["training_curriculum"]["split"].n_unique() > 1


@settings(max_examples=40, deadline=None)
@given(weeks())
def test_what_the_steps_make_of_any_week_has_no_problem(drawn: tuple[list[str], pl.DataFrame]) -> None:
    names, attempts = drawn
    contestants = everyone(*names)
    cells = pairwise_cells(DRAWN_WEEK, contestants, attempts)
    duels = duel_results(DRAWN_WEEK, contestants, attempts, seed=1)
    ids = attempts.get_column("environment_id").unique().sort()
    splits = pl.DataFrame({"environment_id": ids, "near_copies": ids}, schema_overrides={"environment_id": pl.String})
    chosen = curriculum(DRAWN_WEEK, attempts, splits.with_columns(split=pl.lit("train")), {name: [1] for name in ids})
    for judged in (
        every_cell_once(contestants, cells),
        counts_add_up(attempts, cells),
        every_duel_once(contestants, duels),
        margins_held(duels),
        results_follow(duels),
        splits_disjoint(chosen),
        weights_add_up(chosen),
        order_holds(chosen),
    ):
        assert judged.drop_nulls("problem").is_empty()


type Drawn = tuple[list[str], pl.DataFrame]
ONE_WITHOUT_A_PAIR: Drawn = (
    ["ada", "bob"],
    attempts_frame(
        [
            *pair_rows("ada", 1, "bob", "s"),
            *pair_rows("ada", 2, "bob", "x"),
            *[row for row in pair_rows("ada", 3, "bob", "s") if row["condition"] == "with_hint"],
        ]
    ),
)
"""In some resamples only the third environment is drawn, and nobody has a score."""

NEVER_LINKED: Drawn = (
    ["ada", "bob", "cyd"],
    attempts_frame(
        [
            *pair_rows("bob", 1, "ada", "s"),
            *pair_rows("bob", 2, "cyd", "s"),
            *pair_rows("ada", 1, "bob", "s"),
            *pair_rows("cyd", 1, "bob", "s"),
        ]
    ),
)
"""No resample draws both of bob's environments, so that duels link all three in none of them."""


def played(drawn: Drawn, weeks_ago: int) -> PlayedWeek:
    names, attempts = drawn
    week = DRAWN_WEEK - timedelta(weeks=weeks_ago)
    of_week = pl.col("environment_id").str.replace(str(DRAWN_WEEK), str(week), literal=True)
    return played_week(everyone(*names), attempts.with_columns(of_week), week)


@settings(max_examples=40, deadline=None)
@example([ONE_WITHOUT_A_PAIR])
@example([NEVER_LINKED])
@given(st.lists(weeks(), min_size=1, max_size=3))
def test_what_the_steps_make_of_any_season_has_no_problem(drawn: list[Drawn]) -> None:
    season = [played(each, ago) for ago, each in enumerate(drawn)][::-1]
    rankings, found = rankings_of(season, 1), correlations(season, 1)
    for judged in (
        everyone_ranked(season[-1].contestants, rankings),
        intervals_hold_value(rankings),
        ranks_follow(rankings),
        scale_holds(rankings),
        nulls_explained(rankings),
        correlated.every_pair_once(DRAWN_WEEK, found),
        correlated.intervals_hold_value(found),
        correlated.correlations_follow(DRAWN_WEEK, rankings, found),
        correlated.nulls_explained(found),
    ):
        assert judged.drop_nulls("problem").is_empty()
