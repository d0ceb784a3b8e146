"""Language models play side by side, each in a process of its own: the tables are those of one after another."""

import itertools

import pytest
from tournament.small import WEEK, tables, write_season
from tournament.test_tournament import assert_same

from assets.season import load_season
from orchestration.house_server.server import HouseServer
from orchestration.house_server.serving import served
from orchestration.resources.home import Home
from served.command import play
from served.seasons import behind

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


def met(requests, *models: str) -> bool:
    """Whether two models were asked at the same time."""
    return any(
        one.received < other.ended and other.received < one.ended
        for one, other in itertools.product(*([r for r in requests if r.model == model] for model in models))
    )


def test_side_by_side_as_one_after_another(tmp_path, key):
    house = load_season(write_season(tmp_path))
    # Authors meet when their hints are probed, however many play side by side.
    solvers = {name: {"roles": ("solver",)} for name in ("bruno", "clara")}
    found = {}
    for at_once in (1, 3):
        home = Home(tmp_path / f"home_{at_once}")
        with served(HouseServer(house, key=key, latency_s=0.3)) as server:
            season = behind(server.url, house, **solvers).model_copy(update={"contestants_at_once": at_once})
            play(season, home.root, tmp_path, WEEK)
            assert met(server.requests, *solvers) == (at_once > 1)
        found[at_once] = tables(home.snapshot.path)
    assert_same(found[3], found[1])
