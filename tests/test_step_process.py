"""A step's process does not outlive the run that it belongs to."""

import os
import signal
import subprocess
import sys
import time

import pytest

_RUN = """
import multiprocessing, sys, time

def step(ready):
    from orchestration.step_process import end_with_run
    end_with_run()
    ready.put(multiprocessing.current_process().pid)
    time.sleep(120)

if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    ready = context.Queue()
    context.Process(target=step, args=(ready,)).start()
    print(ready.get(), flush=True)
    time.sleep(120)
"""


def lives(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be asked how does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
    return bool(status) and not status.startswith("Z")


@pytest.mark.parametrize("method", ["forkserver", "spawn"])
def test_a_step_ends_with_its_run(tmp_path, method):
    script = tmp_path / "run.py"
    script.write_text(_RUN)
    with subprocess.Popen(
        [sys.executable, str(script), method],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as run:
        step = int(run.stdout.readline())
        assert lives(step)
        run.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 20
    while lives(step) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not lives(step)
