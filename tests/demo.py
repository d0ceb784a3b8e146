"""The demo season's four weeks, played for real by the command line, once for all processes of a test run."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

from orchestration.resources.home import Home

COMMAND = ("tournament", "--week", "2026-11-30", "--last", "4")
MINUTES = 15
"""How long a test may take that is the first to need the demo: on two busy cores four weeks take half of that."""


def play_demo(root: Path) -> Home:
    """Play the four weeks in a home at `root`, or take the one that is there."""
    home, done = Home(root), root.with_suffix(".done")
    with root.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            result = subprocess.run(
                [str(Path(sys.executable).parent / "duels"), *COMMAND],
                env={**os.environ, "DUELS_HOME": str(root), "DUELS_SEASON": "demo"},
                capture_output=True,
                text=True,
                check=False,
            )
            assert result.returncode == 0, result.stderr
            done.write_text(result.stdout, encoding="utf-8")
    return home


def shared(base: Path) -> Path:
    """The folder that the worker processes of a test run share, given a worker's base folder."""
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
