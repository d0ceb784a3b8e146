"""Faults: which of them may pass, and how long a provider asks to wait."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from orchestration.resources.language_model.fault import Fault, FaultKind, kind_of_status, seconds_to_wait


@pytest.mark.parametrize(
    ("status", "kind", "may_pass"),
    [
        (401, FaultKind.UNAUTHORIZED, False),
        (403, FaultKind.UNAUTHORIZED, False),
        (404, FaultKind.UNKNOWN_MODEL, False),
        (400, FaultKind.REFUSED, False),
        (422, FaultKind.REFUSED, False),
        (408, FaultKind.TIMEOUT, True),
        (429, FaultKind.RATE_LIMITED, True),
        (500, FaultKind.SERVER_ERROR, True),
        (503, FaultKind.SERVER_ERROR, True),
        (529, FaultKind.SERVER_ERROR, True),
    ],
)
def test_a_status_says_whether_to_ask_again(status, kind, may_pass):
    assert kind_of_status(status) == kind
    assert Fault(kind, "as seen").may_pass == may_pass


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("2", 2), ("0.5", 0.5), ("-3", 0), (None, None), ("soon", None), ("inf", None), ("nan", None)],
)
def test_seconds_to_wait(header, seconds):
    assert seconds_to_wait(header) == seconds


def test_a_date_to_wait_for():
    now = datetime.now(UTC)
    assert seconds_to_wait(format_datetime(now + timedelta(seconds=30), usegmt=True)) == pytest.approx(30, abs=2)
    assert seconds_to_wait(format_datetime(now - timedelta(days=1), usegmt=True)) == 0
