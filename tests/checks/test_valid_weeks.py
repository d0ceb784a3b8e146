"""A valid week passes every check, and so does whatever the steps make of a week with faults and holes."""

import polars as pl
import pytest
from hypothesis import given, settings
from made_weeks import WEEK as DRAWN_WEEK
from made_weeks import everyone, weeks

from assets.pairwise_outcomes.cells import pairwise_cells
from assets.pairwise_outcomes.duels import duel_results
from assets.rankings.boards import boards
from assets.tables import TABLES
from assets.training_curriculum.selection import curriculum
from checks.conftest import RunChecks
from checks.made_week import WEEK, Frames
from orchestration.checks.meaning.curriculum import order_holds, splits_disjoint, weights_add_up
from orchestration.checks.meaning.outcomes import (
    counts_add_up,
    every_cell_once,
    every_duel_once,
    margins_held,
    results_follow,
)
from orchestration.checks.meaning.standings import everyone_ranked, intervals_hold_value, ranks_follow
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
    assert week["training_curriculum"]["split"].n_unique() > 1


@settings(max_examples=40, deadline=None)
@given(weeks())
def test_what_the_steps_make_of_any_week_has_no_problem(drawn: tuple[list[str], pl.DataFrame]) -> None:
    names, attempts = drawn
    contestants = everyone(*names)
    cells = pairwise_cells(DRAWN_WEEK, contestants, attempts)
    duels = duel_results(DRAWN_WEEK, contestants, attempts, seed=1)
    rankings = boards(DRAWN_WEEK, contestants, attempts)
    ids = attempts.get_column("environment_id").unique().sort()
    splits = pl.DataFrame({"environment_id": ids, "near_copies": ids}, schema_overrides={"environment_id": pl.String})
    chosen = curriculum(DRAWN_WEEK, attempts, splits.with_columns(split=pl.lit("train")), {name: [1] for name in ids})
    for judged in (
        every_cell_once(contestants, cells),
        counts_add_up(attempts, cells),
        every_duel_once(contestants, duels),
        margins_held(duels),
        results_follow(duels),
        everyone_ranked(contestants, rankings),
        intervals_hold_value(rankings),
        ranks_follow(rankings),
        splits_disjoint(chosen),
        weights_add_up(chosen),
        order_holds(chosen),
    ):
        assert judged.drop_nulls("problem").is_empty()
