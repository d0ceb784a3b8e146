"""The check-up of `duels doctor`: one call to each contestant, what it costs, or what is wrong and what to do."""

import re

import pytest
from served.command import start

from assets.contestant_entry import ContestantEntry, Price, Sampling
from assets.season import Season
from orchestration.house_server.faults import FaultPlan, InjectedFault, InjectedKind
from orchestration.house_server.server import HouseServer
from orchestration.house_server.serving import served
from orchestration.resources.language_model.check_up import check_up
from orchestration.resources.seasons import find_season

# LiteLLM's own types, met by pydantic when it first answers.
pytestmark = pytest.mark.filterwarnings("ignore:.*`ReadOnly` qualifier:UserWarning")

KEY = "sk-secret-0815"


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("TINY_KEY", KEY)


def entry(url, name="ada", **fields):
    sampling = Sampling(timeout_s=5, tries=1)
    defaults = {"model": f"openai/{name}", "api_base": url, "api_key_env": "TINY_KEY", "sampling": sampling}
    return ContestantEntry(name=name, **defaults | fields)


def test_each_contestant_is_asked_once():
    with served(HouseServer(find_season("house"), key=KEY)) as server:
        priced, unpriced = check_up([entry(server.url, price=Price(input=0.5, output=2)), entry(server.url, "bruno")])
        assert sorted(request.model for request in server.requests) == ["ada", "bruno"]
    assert priced.works
    assert re.match(r"openai/ada answered in \d+\.\d\d s \(\d+ tokens in, \d+ out\); ", priced.detail)
    assert priced.detail.endswith("0.50 USD a million tokens in, 2.00 out (season)")
    assert unpriced.works
    assert unpriced.detail.endswith("no price is known, so costs will be null: set `price:` in the season file")


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (InjectedKind.UNAUTHORIZED, "unauthorized: HTTP status 401; check the key in TINY_KEY"),
        (InjectedKind.UNKNOWN_MODEL, "unknown_model: HTTP status 404; check `model` and `api_base`"),
        (InjectedKind.RATE_LIMITED, "rate_limited: HTTP status 429; the provider's limit is reached"),
        (InjectedKind.HANG, "timeout: no answer within 5 s; is http://127.0.0.1:"),
        (InjectedKind.HTML, "unreadable: an answer that is no JSON; the provider has a problem"),
    ],
)
def test_what_is_wrong_is_told_with_a_way_out(kind, told):
    with served(HouseServer(find_season("house"), FaultPlan((InjectedFault(kind, 1.0),)), key=KEY)) as server:
        [found] = check_up([entry(server.url)])
    assert not found.works
    assert found.detail.startswith(f"openai/ada: {told}")


def test_a_missing_key_is_told():
    [found] = check_up([entry("http://127.0.0.1:9/v1", api_key_env="NO_SUCH_KEY")])
    assert (found.works, found.detail) == (False, "set the environment variable NO_SUCH_KEY to its key")


def test_the_doctor_tells_it(tmp_path):
    refused = FaultPlan((InjectedFault(InjectedKind.FORBIDDEN, 1.0, "bruno"),))
    with served(HouseServer(find_season("house"), refused, key=KEY)) as server:
        fields = {"sampling": Sampling(timeout_s=20)}
        season = Season(
            name="s", seed="s", contestants=(entry(server.url, **fields), entry(server.url, "bruno", **fields))
        )
        doctor = start(season, tmp_path / "home", tmp_path, "doctor")
        output, _ = doctor.communicate(timeout=300)
    assert doctor.returncode == 1
    said = " ".join(output.split())
    assert "works contestant ada openai/ada answered in" in said
    assert "fails contestant bruno openai/bruno: unauthorized: HTTP status 403; check the key in TINY_KEY" in said
    assert KEY not in output
