"""What all steps share: errors raised as themselves, failures that tell a retry's worth, progress in the log."""

import asyncio
import logging

import dagster as dg
import pytest

from assets.concurrently import run_all
from assets.errors import EnvironmentFault, OperatorError, ProviderError, SandboxError, SandboxUnavailable
from assets.failures import clear_failures
from assets.progress import Unwatched, watched


async def test_results_come_in_order():
    async def later(value: int) -> int:
        for _ in range(5 - value):
            await asyncio.sleep(0)
        return value

    assert await run_all(later(value) for value in range(5)) == [0, 1, 2, 3, 4]


async def test_the_first_error_is_raised_as_itself_when_the_others_are_done():
    paid = []

    async def fails() -> None:
        await asyncio.sleep(0)
        raise ProviderError("ada: 503")

    async def pays() -> None:
        for _ in range(5):
            await asyncio.sleep(0)
        paid.append("kept")

    with pytest.raises(ProviderError, match="ada: 503"):
        await run_all([pays(), fails(), pays()])
    assert paid == ["kept", "kept"]


async def test_no_more_than_allowed_run_at_once():
    running = most = 0

    async def work() -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1

    await run_all((work() for _ in range(20)), at_once=3)
    assert most == 3


@pytest.mark.parametrize(
    ("error", "retried"),
    [
        (OperatorError("set DUELS_HOME"), False),
        (SandboxUnavailable("install pyeryx"), False),
        (SandboxError("a worker died"), True),
        (ProviderError("503"), True),
        (EnvironmentFault("reset raised"), True),
    ],
)
def test_a_failure_says_what_the_error_said_and_whether_a_retry_can_mend_it(error, retried):
    with pytest.raises(dg.Failure) as failure, clear_failures():
        raise error
    assert failure.value.description == str(error)
    assert failure.value.allow_retries == retried


def test_a_bug_stays_a_bug():
    with pytest.raises(ZeroDivisionError), clear_failures():
        _ = 1 / 0


def test_progress_is_logged_at_its_start_and_end_and_watched_all_the_time(caplog):
    class Watching(Unwatched):
        def __init__(self) -> None:
            self.seen: list[tuple[str, str, int, int]] = []

        def update(self, step: str, contestant: str, done: int, total: int) -> None:
            self.seen.append((step, contestant, done, total))

    watching = Watching()
    on_progress = watched(watching, logging.getLogger("step"), "solve_attempts", "ada", "attempts")
    with caplog.at_level("INFO"):
        for done in range(101):
            on_progress(done, 100)
    assert watching.seen == [("solve_attempts", "ada", done, 100) for done in range(101)]
    assert caplog.messages[0] == "ada: 0 of 100 attempts"
    assert caplog.messages[-1] == "ada: 100 of 100 attempts"
    assert len(caplog.messages) == 2
