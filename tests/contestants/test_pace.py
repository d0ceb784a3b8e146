"""The pace, where the process that asks is another one than before."""

import time

from orchestration.resources.language_model.pace import Pace


async def test_a_process_that_takes_over_waits_like_any_request():
    per_minute = 300
    fresh, resumed = Pace(per_minute), Pace.resumed(per_minute)
    started = time.monotonic()
    await fresh.turn()
    assert time.monotonic() - started < 60 / per_minute
    await resumed.turn()
    assert time.monotonic() - started >= 60 / per_minute
