"""Interruptible work: Ctrl-C and SIGTERM reach us at once, where Dagster would count them as a step's failed try."""

import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from types import FrameType


def interruptible[T](work: Callable[[], T]) -> T:
    """Do the work in a thread of its own and wait for its result, or for an interruption, whichever comes first.

    Dagster takes the signals over only in the main thread. What it does after an interruption is cut off when the
    process ends, as by a kill: what is finished is on disk by then.

    Raises:
        KeyboardInterrupt: at Ctrl-C or SIGTERM. The work goes on until the process is ended.
    """
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is waited for
            result.set_exception(error)

    thread = threading.Thread(target=run, name="work", daemon=True)
    former = signal.signal(signal.SIGTERM, _interrupt)
    try:
        thread.start()
        # In short waits: one without an end can't be interrupted on every platform.
        while thread.is_alive():
            thread.join(0.2)
    finally:
        signal.signal(signal.SIGTERM, former)
    return result.result()


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
