"""`duels` in a process of its own, on a season that was made up for a test."""

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import yaml

from assets.season import Season


def start(season: Season, home: Path, folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start the command with the season's file, written into a folder; its output, both streams, is a pipe."""
    path = folder / "served.yaml"
    path.write_text(yaml.safe_dump(season.model_dump(mode="json", exclude_unset=True)), encoding="utf-8")
    program = "from orchestration.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments, "--season", str(path)],
        env={**os.environ, "DUELS_HOME": str(home), "COLUMNS": "200"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def play(season: Season, home: Path, folder: Path, week: date, timeout_s: float = 300) -> str:
    """Play a week with the command, to its good end; what it printed."""
    running = start(season, home, folder, "tournament", "--week", str(week))
    output, _ = running.communicate(timeout=timeout_s)
    assert running.returncode == 0, output
    return output
