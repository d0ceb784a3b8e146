"""A week: the partition of every table, named by the Monday it begins on."""

from datetime import UTC, date, datetime, timedelta

from assets.errors import OperatorError

FIRST_WEEK = date(2026, 1, 5)
DAYS = 7
"""Of a week: a date's days since any day, divided by them, count weeks."""


def number_of(week: date) -> int:
    """How many weeks lie between the first week and this one."""
    return (week - FIRST_WEEK).days // 7


def running_week(now: datetime | None = None) -> date:
    """The Monday of the week that `now` (UTC, default: this moment) lies in."""
    today = (now or datetime.now(UTC)).date()
    return today - timedelta(days=today.weekday())


def parse_week(text: str, now: datetime | None = None) -> date:
    """Read a week from its ISO date.

    Raises:
        OperatorError: not a date, not a Monday, in the future, or before the first week.
    """
    try:
        week = date.fromisoformat(text)
        if text != week.isoformat():
            raise ValueError
    except ValueError:
        raise OperatorError(f"week {text!r} is not a date; write a Monday as YYYY-MM-DD") from None
    if week.weekday() != 0:
        monday = week - timedelta(days=week.weekday())
        raise OperatorError(f"week {text} is a {week:%A}; a week is named by its Monday, here {monday}")
    if week > running_week(now):
        raise OperatorError(f"week {text} lies in the future; the latest that can be played is {running_week(now)}")
    if week < FIRST_WEEK:
        raise OperatorError(f"week {text} lies before the first week, {FIRST_WEEK}")
    return week
