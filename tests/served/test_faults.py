"""A tournament whose providers fail in every way: it ends, what is finished counts, and the next run plays the rest."""

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from tournament.small import WEEK, tables, write_season
from tournament.test_tournament import assert_same

from assets.contestant_entry import Price, Sampling
from assets.journal import Journals
from assets.progress import Unwatched
from assets.season import Season, load_season
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
PRICED = {name: {"price": Price(input=1, output=2)} for name in ("ada", "bruno", "clara")}
ASKED_FOR = ("authored_environments", "hint_validations", "solve_attempts")
"""The tables whose rows say what was asked of a model."""


def in_this_process(url: str, house: Season) -> Season:
    """The season, played where the waits are short."""
    return behind(url, house, SAMPLING, **PRICED).model_copy(update={"contestants_at_once": 1})


def invoice(found: dict[str, pl.DataFrame], column: str) -> float:
    """What all rows say that was paid, in USD."""
    return sum(found[name].get_column(column).sum() for name in ASKED_FOR)


def booked(home: Home) -> float:
    """What all ledgers say, in USD."""
    journals = Journals(home.journal)
    records = (record for name in PRICED for _, record in journals.open(WEEK, "answers", name).records())
    return sum(record["cost_usd"] for record in records)


def without_faults(found: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """The tables as if no fault had been billed."""
    none = pl.lit(0.0).alias("faults_cost_usd")
    parts = {"authored_environments": "drafts", "solve_attempts": "transcript"}
    frames = found | {name: found[name].with_columns(none) for name in ASKED_FOR}
    for name, part in parts.items():
        frames[name] = frames[name].with_columns(pl.col(part).list.eval(pl.element().struct.with_fields(none)))
    return frames


def test_every_fault_at_twenty_percent(tmp_path, key):
    house = load_season(write_season(tmp_path))
    everybody = tuple(InjectedFault(kind, RATE) for kind in PASSING)
    # Whoever meets one of these is asked no more, so it is clara alone who does.
    refused = tuple(InjectedFault(kind, RATE, "clara") for kind in REFUSALS)
    plan = FaultPlan(everybody + refused, seed=3, retry_after_s=0.01)

    home = Home(tmp_path / "home")
    with served(HouseServer(house, plan, key=key)) as server:
        season = in_this_process(server.url, house)
        home.claim(season)
        assert play_week(home, season, WEEK, Unwatched()) == []
        met = {request.fault for request in server.requests}
    assert met >= {None, *PASSING}
    assert met & set(REFUSALS)
    first = tables(home.snapshot.path)
    assert invoice(first, "faults_cost_usd") > 0
    assert invoice(first, "cost_usd") + invoice(first, "faults_cost_usd") == pytest.approx(booked(home))
    missing = missing_in(home.snapshot, WEEK)
    assert "clara" in {gap.contestant for gap in missing}

    faultless = Home(tmp_path / "faultless")
    with served(HouseServer(house, key=key)) as server:
        season = in_this_process(server.url, house)
        faultless.claim(season)
        assert play_week(faultless, season, WEEK, Unwatched()) == []
        asked_of_all = {request.request for request in server.requests}
    whole = tables(faultless.snapshot.path)
    assert invoice(whole, "faults_cost_usd") == 0
    assert invoice(whole, "cost_usd") == pytest.approx(booked(faultless))
    finished = without_faults(first)["solve_attempts"].filter(pl.col("status") != "incomplete")
    assert 10 < finished.height < whole["solve_attempts"].height
    assert_frame_equal(finished, whole["solve_attempts"].join(finished.select("attempt_id"), "attempt_id", "semi"))

    with served(HouseServer(house, key=key)) as server:
        assert play_week(home, in_this_process(server.url, house), WEEK, Unwatched()) == []
        asked_again = [request.request for request in server.requests]
    assert len(asked_again) == len(set(asked_again)) < len(asked_of_all)
    assert missing_in(home.snapshot, WEEK) == []
    again = tables(home.snapshot.path)
    assert_same(without_faults(again), whole)
    assert invoice(again, "faults_cost_usd") >= invoice(first, "faults_cost_usd")
    assert invoice(again, "cost_usd") + invoice(again, "faults_cost_usd") == pytest.approx(booked(home))
