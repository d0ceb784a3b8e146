"""A small tournament, played once and looked at by many tests."""

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
    """A home in which the week has been played. Look, don't touch."""
    home = Home(tmp_path_factory.mktemp("played"))
    home.claim(season)
    assert play_week(home, season, WEEK, Unwatched()) == []
    return home
