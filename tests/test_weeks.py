"""A week is a Monday that has begun."""

from datetime import UTC, date, datetime

import pytest

from assets.errors import OperatorError
from assets.partitions import WEEKS
from assets.weeks import parse_week, running_week

NOW = datetime(2026, 12, 1, 17, 0, tzinfo=UTC)


def test_the_running_week_began_on_monday():
    assert running_week(NOW) == date(2026, 11, 30)
    assert running_week(datetime(2026, 11, 30, 0, 0, tzinfo=UTC)) == date(2026, 11, 30)
    assert running_week(datetime(2026, 11, 29, 23, 59, tzinfo=UTC)) == date(2026, 11, 23)


def test_a_past_and_the_running_monday_are_weeks():
    assert parse_week("2026-11-30", NOW) == date(2026, 11, 30)
    assert parse_week("2026-01-05", NOW) == date(2026, 1, 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2026-12-01", "is a Tuesday; a week is named by its Monday, here 2026-11-30"),
        ("2026-12-07", "lies in the future; the latest that can be played is 2026-11-30"),
        ("2025-12-29", "lies before the first week, 2026-01-05"),
        ("next week", "is not a date; write a Monday as YYYY-MM-DD"),
    ],
)
def test_anything_else_is_a_clear_error(text, message):
    with pytest.raises(OperatorError, match=message):
        parse_week(text, NOW)


def test_the_running_week_is_a_partition():
    assert WEEKS.get_partition_keys(current_time=NOW)[-1] == "2026-11-30"
    assert WEEKS.get_partition_keys(current_time=NOW)[0] == "2026-01-05"
