"""A week whose dossiers rest on an unfinished week is refused, and its run ends."""

from datetime import date

import pytest

from assets.contestants.entries import contestant_rows
from assets.progress import Unwatched
from assets.season import load_season
from assets.tables import CONTESTANTS
from orchestration.play import Problem, play_week
from orchestration.resources.home import Home
from orchestration.resources.warehouse.partition import insert
from tournament.small import SEASON, WEEK

BEGUN = date(2026, 11, 23)


@pytest.mark.timeout(300)
def test_nobody_is_asked_for_a_week_whose_dossiers_rest_on_an_unfinished_one(tmp_path):
    path = tmp_path / "season.yaml"
    path.write_text(SEASON.replace("name: small", "name: small\ndossier: own"))
    season, home = load_season(path), Home(tmp_path / "home")
    home.claim(season)
    with home.warehouse(season).connect() as connection:
        insert(connection, CONTESTANTS, CONTESTANTS.frame(contestant_rows(season, BEGUN)))

    [problem] = play_week(home, season, WEEK, Unwatched())

    assert problem == Problem(
        f"dossiers: week {BEGUN} is not finished, and the dossiers of week {WEEK} rest on it; "
        f"finish it first: duels tournament --week {BEGUN}",
        is_operators=True,
    )
    assert not any(home.journal.rglob("*.jsonl"))
