"""The marts as the report reads them: views over stored weeks, in order, each visit leaving the file to writers."""

from datetime import date

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from assets.errors import OperatorError
from assets.ports import Marts
from assets.tables import SOLVE_ATTEMPTS
from orchestration.resources.warehouse import Warehouse, WarehouseMarts
from warehouse.made_rows import GOOD, LAST_WEEK, SEASON, WEEK, row, store
from warehouse.processes import can_write, holding

BEFORE_LAST = date(2026, 11, 16)
TURN = {
    **dict.fromkeys(("completion", "action", "reward")),
    **dict.fromkeys(("turn", "tokens_in", "tokens_out"), 1),
    **dict.fromkeys(("terminated", "truncated", "format_error"), False),
    "observation": "é\x1b</pre>",
    "finish_reason": "stop",
}


def _attempts(week: date, *names: str) -> pl.DataFrame:
    rows = [
        row(
            "solve_attempts",
            week=week,
            attempt_id=f"{week}/{name}",
            environment_id=f"{week}/ada/env_001",
            transcript=[TURN],
        )
        for name in names
    ]
    return SOLVE_ATTEMPTS.frame(rows)


@pytest.fixture
def marts(warehouse: Warehouse) -> Marts:
    """Over three weeks with views, stored in an order that no answer should have."""
    for week in (WEEK, BEFORE_LAST, LAST_WEEK):
        store(warehouse, "solve_attempts", _attempts(week, "c", "a", "b"), GOOD, week=week)
    with warehouse.connect() as connection:
        connection.execute(
            """CREATE VIEW duels.stg_solve_attempts AS SELECT * FROM duels.solve_attempts;
            CREATE VIEW duels.standings AS
            SELECT week, right(attempt_id, 1) AS contestant, 0.5 AS solver FROM duels.solve_attempts"""
        )
    return WarehouseMarts(warehouse)


def test_rows_are_those_of_the_weeks_up_to_the_given_one_in_order(marts):
    found = marts.rows("standings", LAST_WEEK)
    assert found.columns == ["week", "contestant", "solver"]
    assert found.select("week", "contestant").rows() == [(w, c) for w in (BEFORE_LAST, LAST_WEEK) for c in "abc"]


def test_a_week_before_the_first_has_no_rows_and_all_columns(marts):
    found = marts.rows("standings", date(2026, 11, 9))
    assert found.is_empty()
    assert found.columns == ["week", "contestant", "solver"]


def test_outcomes_are_the_weeks_attempts_without_the_transcripts(marts):
    found = marts.outcomes(LAST_WEEK)
    assert_frame_equal(found, _attempts(LAST_WEEK, "a", "b", "c").drop("transcript"))


def test_transcripts_are_whole_rows_of_the_attempts_asked_for(marts):
    found = marts.transcripts(WEEK, [f"{WEEK}/c", f"{WEEK}/a", f"{LAST_WEEK}/b", "nobody's"])
    assert_frame_equal(found, _attempts(WEEK, "a", "c"))
    assert marts.transcripts(WEEK, []).is_empty()


@pytest.mark.parametrize("ask", ["rows", "outcomes", "transcripts"])
def test_a_warehouse_without_views_says_what_to_do(warehouse, ask):
    store(warehouse, "solve_attempts", _attempts(WEEK, "a"), GOOD)
    marts = WarehouseMarts(warehouse)
    question = {
        "rows": lambda: marts.rows("standings", WEEK),
        "outcomes": lambda: marts.outcomes(WEEK),
        "transcripts": lambda: marts.transcripts(WEEK, ["x"]),
    }[ask]
    with pytest.raises(OperatorError, match=f"lacks a view of the weeks played.*duels tournament --week {WEEK}"):
        question()


def test_a_view_over_a_column_that_is_gone_says_what_to_do(marts, warehouse):
    with warehouse.connect() as connection:
        connection.execute("CREATE TABLE duels.spare (week DATE, a INTEGER, b INTEGER)")
        connection.execute("CREATE VIEW duels.odd AS SELECT week, b FROM duels.spare")
        connection.execute("ALTER TABLE duels.spare DROP COLUMN b")
    with pytest.raises(OperatorError, match="run the week again"):
        marts.rows("odd", WEEK)


def test_it_reads_beside_another_reader_and_leaves_the_file_to_writers(marts, warehouse):
    reader = WarehouseMarts(Warehouse(warehouse.path, SEASON, wait_s=0))
    with holding(warehouse.path, read_only=True):
        assert reader.outcomes(WEEK).height == 3
    assert can_write(warehouse.path)


def test_a_warehouse_that_is_not_there_is_said_so(tmp_path):
    with pytest.raises(OperatorError, match="does not exist yet; play a week first"):
        WarehouseMarts(Warehouse(tmp_path / "none.duckdb", SEASON)).outcomes(WEEK)
