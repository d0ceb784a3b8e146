"""dbt as a tournament runs it: a process over a warehouse, and what it says of every view and test."""

import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from orchestration.dbt.project import DBT, PROJECT, QUIET
from orchestration.resources.warehouse import Warehouse
from orchestration.resources.warehouse.validity import create_view

PASSED = {"pass", "success"}


@dataclass(frozen=True)
class Result:
    """What became of a view or a test: dbt's word for it, dbt's message, and the query as it ran."""

    status: str
    message: str
    query: str


@dataclass(frozen=True)
class Dbt:
    """dbt in one folder, so that it parses the project once, whatever warehouse stands there. All need `alone`.

    Attributes:
        root: a directory of its own.
    """

    root: Path

    @property
    def path(self) -> Path:
        """Where the warehouse must stand."""
        return self.root / "warehouse.duckdb"

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While no other process of the test run uses it."""
        with (self.root / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def run(self, command: str) -> dict[str, Result]:
        """Run `build` or `test` and say what became of every view or test, by name."""
        with Warehouse(self.path).connect() as connection:
            create_view(connection)
        target = self.root / "target"
        places = ["--project-dir", PROJECT, "--profiles-dir", PROJECT, "--target-path", target]
        done = subprocess.run(
            [DBT, command, *places, "--log-path", self.root / "logs", "--log-level-file", "none"],
            env={**os.environ, **QUIET},
            cwd=self.root,
            capture_output=True,
            text=True,
            check=False,
        )
        results = target / "run_results.json"
        assert results.exists(), done.stdout + done.stderr
        found = json.loads(results.read_text(encoding="utf-8"))["results"]
        results.unlink()
        return {
            result["unique_id"].split(".")[2]: Result(
                result["status"], result["message"] or "", result["compiled_code"] or ""
            )
            for result in found
        }

    def give(self, warehouse: Path) -> None:
        """Hand the warehouse over to another path."""
        warehouse.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(self.path, warehouse)
