"""The season's earlier weeks as the rankings read them: only what was played and passed, and no transcript."""

from datetime import date

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from assets.admitted import no_designs
from assets.errors import OperatorError
from assets.ports import History
from assets.scored import scored_attempts
from assets.tables import (
    AUTHORED_ENVIRONMENTS,
    CONTESTANTS,
    DUEL_RESULTS,
    HINT_VALIDATIONS,
    RANKINGS,
    SOLVE_ATTEMPTS,
    TABLES,
)
from orchestration.resources.warehouse import Warehouse, WarehouseHistory
from orchestration.resources.warehouse.verdicts import Verdict
from warehouse.made_rows import BAD, GOOD, LAST_WEEK, ODD, PLAYED, SEASON, WEEK, contestants, row, store
from warehouse.processes import can_write, holding

BEFORE_LAST, NEXT_WEEK = date(2026, 11, 16), date(2026, 12, 7)


@pytest.fixture
def history(warehouse: Warehouse) -> History:
    return WarehouseHistory(warehouse)


def play(warehouse: Warehouse, week: date) -> None:
    """Store a week that passed: of its checks only one that doesn't block has failed."""
    frames = {
        "contestants": contestants("bob", "ada", week=week),
        "solve_attempts": SOLVE_ATTEMPTS.frame([_attempt(week, "b", "failure"), _attempt(week, "a", "success")]),
        "duel_results": DUEL_RESULTS.frame([_duel(week, "ada", "bob"), _duel(week, "ada", "eve")]),
    }
    for table in PLAYED:
        store(warehouse, table, frames.get(table, TABLES[table].frame([])), GOOD, ODD, week=week)


def _attempt(week: date, name: str, status: str) -> dict[str, object]:
    return row(
        "solve_attempts",
        week=week,
        attempt_id=f"{week}/{name}",
        environment_id=f"{week}/ada/{name}",
        condition="without_hint",
        status=status,
        stop_reason="terminated",
    )


def _duel(week: date, a: str, b: str) -> dict[str, object]:
    return row("duel_results", week=week, contestant_a=a, contestant_b=b, margin=0.25, result="a")


def weeks(history: History, week: date = WEEK) -> list[date]:
    return [played.week for played in history.before(week)]


def test_a_season_that_has_just_begun_has_no_history(warehouse, history):
    with warehouse.connect():
        pass
    assert history.before(WEEK) == []
    play(warehouse, WEEK)
    assert history.before(WEEK) == []


def test_it_is_the_weeks_before_and_the_oldest_comes_first(warehouse, history):
    for week in (LAST_WEEK, NEXT_WEEK, BEFORE_LAST, WEEK):
        play(warehouse, week)
    assert weeks(history) == [BEFORE_LAST, LAST_WEEK]


def test_a_week_has_its_own_rows_in_order_with_the_declared_types(warehouse, history):
    play(warehouse, BEFORE_LAST)
    play(warehouse, LAST_WEEK)
    for played, week in zip(history.before(WEEK), (BEFORE_LAST, LAST_WEEK), strict=True):
        assert_frame_equal(played.contestants, contestants("ada", "bob", week=week))
        duels = DUEL_RESULTS.frame([_duel(week, "ada", "bob"), _duel(week, "ada", "eve")])
        assert_frame_equal(played.duel_results, duels)
        assert played.solve_attempts.get_column("environment_id").to_list() == [f"{week}/ada/a", f"{week}/ada/b"]


def test_of_attempts_it_has_what_scores_are_made_of_and_no_transcript(warehouse, history):
    play(warehouse, LAST_WEEK)
    [played] = history.before(WEEK)
    whole = SOLVE_ATTEMPTS.frame([_attempt(LAST_WEEK, "b", "failure"), _attempt(LAST_WEEK, "a", "success")])
    named = ["environment_id", "author", "solver", "domain", "seed", "trial", "condition", "status", "stop_reason"]
    assert_frame_equal(played.solve_attempts, whole.select(named))
    assert_frame_equal(scored_attempts(played.solve_attempts), scored_attempts(whole))


def test_a_week_in_which_nothing_could_be_played_is_empty_and_typed(warehouse, history):
    for table in PLAYED:
        store(warehouse, table, TABLES[table].frame([]), GOOD, week=LAST_WEEK)
    [played] = history.before(WEEK)
    assert_frame_equal(played.contestants, CONTESTANTS.frame([]))
    assert_frame_equal(played.duel_results, DUEL_RESULTS.frame([]))
    assert_frame_equal(played.solve_attempts, SOLVE_ATTEMPTS.frame([]).select(played.solve_attempts.columns))


@pytest.mark.parametrize("table", PLAYED)
@pytest.mark.parametrize("verdicts", [[GOOD, BAD], [ODD], []], ids=["failed", "never asked", "not checked"])
def test_a_week_of_which_a_part_has_not_passed_is_left_out(warehouse, history, table, verdicts):
    play(warehouse, BEFORE_LAST)
    play(warehouse, LAST_WEEK)
    store(warehouse, table, TABLES[table].frame([]), *verdicts, week=LAST_WEEK)
    assert weeks(history) == [BEFORE_LAST]


def write(warehouse: Warehouse, week: date, *verdicts: Verdict) -> None:
    """Store a week's environments, of which the first was admitted, and verdicts on the findings."""
    names = [f"{week}/{name}/env_001" for name in ("eve", "ada")]
    authored = [row("authored_environments", week=week, environment_id=name, source="pass") for name in names]
    passed = [(names[0], "novel", True), (names[0], "hint_probe", False), (names[1], "novel", False)]
    findings = [
        row("hint_validations", week=week, environment_id=name, check_name=check, gating=check == "novel", passed=good)
        for name, check, good in passed
    ]
    store(warehouse, "contestants", contestants("ada", "eve", week=week), GOOD, week=week)
    store(warehouse, "dossiers", TABLES["dossiers"].frame([]), GOOD, week=week)
    store(warehouse, "authored_environments", AUTHORED_ENVIRONMENTS.frame(authored), GOOD, week=week)
    store(warehouse, "hint_validations", HINT_VALIDATIONS.frame(findings), *verdicts, week=week)


def test_the_admitted_environments_of_earlier_weeks_come_in_order_whether_or_not_they_were_played(warehouse, history):
    for week in (WEEK, LAST_WEEK, BEFORE_LAST):
        write(warehouse, week, GOOD, ODD)
    found = history.played_before(WEEK)
    assert found.get_column("environment_id").to_list() == [f"{BEFORE_LAST}/eve/env_001", f"{LAST_WEEK}/eve/env_001"]
    assert found.get_column("week").to_list() == [BEFORE_LAST, LAST_WEEK]
    assert found.get_column("source").to_list() == ["pass", "pass"]
    assert found.schema == no_designs().schema


@pytest.mark.parametrize("verdicts", [[GOOD, BAD], []], ids=["failed", "not checked"])
def test_environments_whose_findings_have_not_passed_are_left_out(warehouse, history, verdicts):
    write(warehouse, BEFORE_LAST, *verdicts)
    assert_frame_equal(history.played_before(WEEK), no_designs())


@pytest.mark.parametrize("table", ["pairwise_outcomes", "rankings", "training_curriculum"])
def test_a_week_counts_whatever_became_of_what_is_not_read(warehouse, history, table):
    play(warehouse, LAST_WEEK)
    store(warehouse, table, TABLES[table].frame([]), BAD, week=LAST_WEEK)
    assert weeks(history) == [LAST_WEEK]


def test_of_any_table_it_has_the_rows_of_the_weeks_before_that_passed(warehouse, history):
    for week in (LAST_WEEK, BEFORE_LAST, WEEK):
        play(warehouse, week)
    found = history.rows_before(WEEK, CONTESTANTS, ("contestant", "week"))
    assert found.rows() == [(name, week) for week in (BEFORE_LAST, LAST_WEEK) for name in ("ada", "bob")]
    assert found.schema == {name: CONTESTANTS.polars_schema[name] for name in ("contestant", "week")}
    store(warehouse, "contestants", contestants("ada", week=BEFORE_LAST), BAD, week=BEFORE_LAST)
    assert_frame_equal(history.rows_before(WEEK, CONTESTANTS), contestants("ada", "bob", week=LAST_WEEK))
    assert_frame_equal(history.rows_before(WEEK, RANKINGS), RANKINGS.frame([]))


def test_a_warehouse_that_cannot_be_read_is_said_so(warehouse, history):
    with pytest.raises(OperatorError, match="does not exist yet; play a week first"):
        history.before(WEEK)
    assert not warehouse.path.exists()
    play(warehouse, LAST_WEEK)
    with pytest.raises(OperatorError, match="holds season 'tiny', not 'late'"):
        WarehouseHistory(Warehouse(warehouse.path, "late")).before(WEEK)


def test_it_reads_beside_another_reader_and_leaves_the_file_to_writers(warehouse):
    play(warehouse, LAST_WEEK)
    history = WarehouseHistory(Warehouse(warehouse.path, SEASON, wait_s=0))
    with holding(warehouse.path, read_only=True):
        [played] = history.before(WEEK)
    assert can_write(warehouse.path)
    play(warehouse, WEEK)
    assert_frame_equal(played.contestants, contestants("ada", "bob", week=LAST_WEEK))
    assert weeks(history, NEXT_WEEK) == [LAST_WEEK, WEEK]


# --- what later weeks wait for and build on ---------------------------------------------------------------------------


def test_a_week_that_was_begun_and_did_not_pass_is_unfinished(warehouse, history):
    for week in (BEFORE_LAST, LAST_WEEK):
        play(warehouse, week)
    assert history.unfinished_before(WEEK) == []
    store(warehouse, "solve_attempts", SOLVE_ATTEMPTS.frame([]), BAD, week=BEFORE_LAST)
    assert history.unfinished_before(WEEK) == [BEFORE_LAST]
    store(warehouse, "contestants", contestants("ada", week=LAST_WEEK), BAD, week=LAST_WEEK)
    assert history.unfinished_before(WEEK) == [BEFORE_LAST, LAST_WEEK]
    assert history.unfinished_before(LAST_WEEK) == [BEFORE_LAST]


def test_a_week_that_was_never_begun_is_nothing_to_wait_for(warehouse, history):
    play(warehouse, BEFORE_LAST)
    assert history.unfinished_before(WEEK) == []


def test_the_version_tells_of_outcomes_and_of_nothing_later(warehouse, history):
    play(warehouse, LAST_WEEK)
    first = history.version(LAST_WEEK)
    play(warehouse, WEEK)
    assert history.version(LAST_WEEK) == first
    assert history.version(WEEK) != first
    store(
        warehouse, "solve_attempts", SOLVE_ATTEMPTS.frame([_attempt(LAST_WEEK, "b", "success")]), GOOD, week=LAST_WEEK
    )
    assert history.version(LAST_WEEK) != first


def test_the_version_of_a_week_is_of_all_weeks_before_it_too(warehouse, history):
    for week in (BEFORE_LAST, LAST_WEEK):
        play(warehouse, week)
    before = history.version(LAST_WEEK)
    store(
        warehouse,
        "solve_attempts",
        SOLVE_ATTEMPTS.frame([_attempt(BEFORE_LAST, "b", "success")]),
        GOOD,
        week=BEFORE_LAST,
    )
    assert history.version(LAST_WEEK) != before


def test_a_week_played_again_as_it_went_keeps_its_version(warehouse, history):
    play(warehouse, LAST_WEEK)
    before = history.version(LAST_WEEK)
    slower = SOLVE_ATTEMPTS.frame([_attempt(LAST_WEEK, "a", "success"), _attempt(LAST_WEEK, "b", "failure")])
    with warehouse.connect() as connection:
        connection.execute("DELETE FROM duels.solve_attempts")
    store(warehouse, "solve_attempts", slower.with_columns(seconds=pl.lit(9.0)), GOOD, week=LAST_WEEK)
    assert history.version(LAST_WEEK) == before
