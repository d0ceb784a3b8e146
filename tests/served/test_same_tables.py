"""The house season through the server and LiteLLM gives the same tables as the direct road."""

import pytest
from tournament.small import WEEK, tables
from tournament.test_tournament import assert_same

from assets.progress import Unwatched
from orchestration.house_server.server import HouseServer
from orchestration.house_server.serving import served
from orchestration.play import play_week
from orchestration.resources.home import Home
from orchestration.resources.seasons import find_season
from served.command import play
from served.seasons import behind, direct_roster

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    # LiteLLM's own types, met by pydantic when it first answers.
    pytest.mark.filterwarnings("ignore:.*`ReadOnly` qualifier:UserWarning"),
]


def test_the_house_season_is_the_same_through_the_server(tmp_path, monkeypatch, key):
    house = find_season("house")
    with served(HouseServer(house, key=key)) as server:
        season = behind(server.url, house)
        through, direct = Home(tmp_path / "through"), Home(tmp_path / "direct")
        through.claim(season)
        play(season, through.root, tmp_path, WEEK, timeout_s=900)
        asked = len(server.requests)
    assert all(request.completed and request.n == 1 for request in server.requests)
    monkeypatch.setattr("orchestration.wiring.SeasonRoster", direct_roster(house))
    direct.claim(season)
    here = season.model_copy(update={"contestants_at_once": 1})
    assert play_week(direct, here, WEEK, Unwatched()) == []
    found = tables(through.snapshot.path)
    assert_same(found, tables(direct.snapshot.path))
    attempts = found["solve_attempts"]
    assert attempts.height == 864
    assert asked >= attempts.get_column("turns").sum()
