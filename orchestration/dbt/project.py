"""The dbt project: where it stands, the manifest that set-up made of it, and the dbt of our own virtual environment."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from assets.errors import OperatorError

PROJECT = Path(__file__).parents[2] / "dbt_project"
MANIFEST = PROJECT / "target" / "manifest.json"
DBT = Path(sys.executable).parent / "dbt"
"""Beside our Python, since an unactivated virtual environment is not on the PATH."""

QUIET = {"DBT_SEND_ANONYMOUS_USAGE_STATS": "false", "DO_NOT_TRACK": "1"}


@cache
def manifest() -> dict[str, Any]:
    """The project as dbt parsed it at set-up: nothing is parsed when definitions load.

    Raises:
        OperatorError: it was not made.
    """
    try:
        found: dict[str, Any] = json.loads(MANIFEST.read_bytes())
    except (OSError, ValueError):
        raise OperatorError(
            f"{MANIFEST} can't be read: dbt's manifest is made at set-up; run `make manifest`"
        ) from None
    return found


def prepare() -> None:
    """Parse the project and write its manifest. No database is opened and nothing is looked up.

    Raises:
        OperatorError: dbt found the project faulty.
    """
    places = ["--project-dir", str(PROJECT), "--profiles-dir", str(PROJECT)]
    done = subprocess.run(  # noqa: S603 - a program of ours by its full path
        # Whole: after a change to a file of properties, what dbt remembers of the project leaves descriptions out.
        [DBT, "parse", "--no-partial-parse", *places, "--log-level-file", "none"],
        env={**os.environ, **QUIET, "DBT_TARGET_PATH": str(MANIFEST.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise OperatorError(f"dbt can't parse {PROJECT}: {' '.join((done.stdout + done.stderr).split())}")


if __name__ == "__main__":
    prepare()
