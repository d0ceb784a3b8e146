"""A small season of house players, played for real: three contestants, one environment each, two seeds."""

import json
from datetime import date
from pathlib import Path

import duckdb
import polars as pl

from assets.tables import TABLES
from orchestration.resources.home import Home

WEEK = date(2026, 11, 30)

SEED = "a small secret"

SEASON = f"""\
name: small
seed: {SEED}
environments_per_author: 1
harden_rounds: 0
benchmark_seeds: 2
contestants:
  - name: ada
    model: house/player
    skills: {{solving: 0.5, hint_following: 0.9, author_difficulty: 0.8, hint_quality: 1.0, repertoire: 0}}
  - name: bruno
    model: house/player
    skills: {{solving: 0.9, hint_following: 0.9, author_difficulty: 0.3, hint_quality: 1.0, repertoire: 1}}
  - name: clara
    model: house/player
    skills: {{solving: 0.2, hint_following: 0.9, hint_quality: 1.0, sloppiness: 1.0, repertoire: 2}}
"""

ATTEMPTS = 3 * 3 * 2 * 2


def write_season(folder: Path) -> Path:
    """The season's file in a folder of its own."""
    path = folder / "small.yaml"
    path.write_text(SEASON, encoding="utf-8")
    return path


def tables(database: Path) -> dict[str, pl.DataFrame]:
    """Every table of a warehouse or a snapshot, without the columns that hold a clock."""
    with duckdb.connect(database, read_only=True) as connection:
        return {
            table.name: connection.execute(
                f"SELECT {', '.join(column.name for column in table.columns if not column.clock)} "
                f"FROM duels.{table.name} ORDER BY ALL"
            ).pl()
            for table in TABLES.values()
        }


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path there."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def break_an_attempt(home: Home, week: date) -> None:
    """Give one journalled attempt a status that no attempt can have."""
    path = home.journal / week.isoformat() / "solve_attempts" / "ada.jsonl"
    first, *rest = path.read_text(encoding="utf-8").splitlines(keepends=True)
    entry = json.loads(first)
    entry["record"]["status"] = "wonderful"
    path.write_text(json.dumps(entry) + "\n" + "".join(rest), encoding="utf-8")
