"""How far a step has come: told to whoever watches, and to the step's log now and then."""

import logging
import time

from assets.journal import OnProgress
from assets.ports import Progress

LOG_EVERY_S = 10.0


def watched(progress: Progress, log: logging.Logger, step: str, contestant: str, noun: str) -> OnProgress:
    """A callback that passes every change on to `progress`, and logs the first, the last, and one each ten seconds."""
    last_logged = 0.0

    def on_progress(done: int, total: int) -> None:
        nonlocal last_logged
        progress.update(step, contestant, done, total)
        now = time.monotonic()
        if done == total or now - last_logged >= LOG_EVERY_S:
            last_logged = now
            log.info("%s: %d of %d %s", contestant, done, total, noun)

    return on_progress


class Unwatched:
    """Nobody draws anything; the log is enough."""

    def update(self, step: str, contestant: str, done: int, total: int) -> None:
        """Ignore it."""
