"""A small tournament, played once and looked at by many tests."""

import fcntl
import os
from pathlib import Path

import pytest

from assets.progress import Unwatched
from assets.season import Season, load_season
from orchestration.play import play_week
from orchestration.resources.home import Home
from tournament.small import WEEK, write_season


@pytest.fixture(scope="session")
def season_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_season(tmp_path_factory.mktemp("season"))


@pytest.fixture(scope="session")
def season(season_file: Path) -> Season:
    return load_season(season_file)


@pytest.fixture(scope="session")
def played(season: Season, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home in which the week has been played, once for all processes of a test run. Look, don't touch."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    home, done = Home(shared / "played"), shared / "played.done"
    with (shared / "played.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            home.claim(season)
            assert play_week(home, season, WEEK, Unwatched()) == []
            done.touch()
    return home
