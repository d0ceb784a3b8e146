"""The process of a step, where steps have one each: it ends when the process that plays the run has ended."""

import multiprocessing
import os
import threading
from multiprocessing.connection import wait


def end_with_run() -> None:
    """From a step's process, watch the run's; elsewhere do nothing.

    A run that is killed can't end its steps. Left alone they would go on asking, and keep the next run from what they
    hold; what is finished is on disk, so they end at once.
    """
    run = multiprocessing.parent_process()
    if run is not None:
        threading.Thread(target=_end_after, args=(run.sentinel,), name="run watcher", daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
