"""A tournament whose providers fail in every way: it ends, what is finished counts, and the next run plays the rest."""

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from tournament.small import WEEK, tables, write_season
from tournament.test_tournament import assert_same

from assets.contestant_entry import Sampling
from assets.progress import Unwatched
from assets.season import load_season
from orchestration.house_server.faults import MODELS_OWN, FaultPlan, InjectedFault, InjectedKind
from orchestration.house_server.server import HouseServer
from orchestration.house_server.serving import served
from orchestration.missing import missing_in
from orchestration.play import play_week
from orchestration.resources.home import Home
from served.seasons import behind

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    # LiteLLM's own types, met by pydantic when it first answers.
    pytest.mark.filterwarnings("ignore:.*`ReadOnly` qualifier:UserWarning"),
]

RATE = 0.2
REFUSALS = (InjectedKind.UNAUTHORIZED, InjectedKind.FORBIDDEN, InjectedKind.UNKNOWN_MODEL)
PASSING = tuple(
    kind for kind in InjectedKind if kind not in (*REFUSALS, InjectedKind.CONTEXT_LENGTH) and kind not in MODELS_OWN
)
"""Each of these meets a fifth of the requests. One request in eighteen is left over: so there must be many tries."""

SAMPLING = Sampling(tries=40, timeout_s=0.5)


def test_every_fault_at_twenty_percent(tmp_path, key):
    house = load_season(write_season(tmp_path))
    everybody = tuple(InjectedFault(kind, RATE) for kind in PASSING)
    # Whoever meets one of these is asked no more, so it is clara alone who does.
    refused = tuple(InjectedFault(kind, RATE, "clara") for kind in REFUSALS)
    plan = FaultPlan(everybody + refused, seed=3, retry_after_s=0.01)

    home = Home(tmp_path / "home")
    with served(HouseServer(house, plan, key=key)) as server:
        season = behind(server.url, house, SAMPLING)
        home.claim(season)
        assert play_week(home, season, WEEK, Unwatched()) == []
        met = {request.fault for request in server.requests}
    assert met >= {None, *PASSING}
    assert met & set(REFUSALS)
    first = tables(home.snapshot.path)
    missing = missing_in(home.snapshot, WEEK)
    assert "clara" in {gap.contestant for gap in missing}

    faultless = Home(tmp_path / "faultless")
    with served(HouseServer(house, key=key)) as server:
        season = behind(server.url, house, SAMPLING)
        faultless.claim(season)
        assert play_week(faultless, season, WEEK, Unwatched()) == []
        asked_of_all = {request.request for request in server.requests}
    whole = tables(faultless.snapshot.path)
    finished = first["solve_attempts"].filter(pl.col("status") != "incomplete")
    assert 10 < finished.height < whole["solve_attempts"].height
    assert_frame_equal(finished, whole["solve_attempts"].join(finished.select("attempt_id"), "attempt_id", "semi"))

    with served(HouseServer(house, key=key)) as server:
        assert play_week(home, behind(server.url, house, SAMPLING), WEEK, Unwatched()) == []
        asked_again = [request.request for request in server.requests]
    assert len(asked_again) == len(set(asked_again)) < len(asked_of_all)
    assert missing_in(home.snapshot, WEEK) == []
    assert_same(tables(home.snapshot.path), whole)
