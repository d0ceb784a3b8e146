"""One contestant is refused, one reaches its budget: the others go on, and the tournament says who is missing."""

import re

import pytest
from tournament.small import SEED, WEEK, tables, write_season

from assets.season import load_season
from orchestration.house_server.faults import FaultPlan, InjectedFault, InjectedKind
from orchestration.house_server.server import HouseServer
from orchestration.house_server.serving import served
from orchestration.resources.home import Home
from served.command import play
from served.seasons import KEY, KEY_VARIABLE, behind

pytestmark = pytest.mark.timeout(900)  # one week, played under processes, which wait for a refused key's retries


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The home, what was printed, and what the server was asked."""
    folder = tmp_path_factory.mktemp("gone")
    house, home = load_season(write_season(folder)), Home(folder / "home")
    refused = FaultPlan((InjectedFault(InjectedKind.UNAUTHORIZED, 1.0, "bruno"),))
    with pytest.MonkeyPatch.context() as patch, served(HouseServer(house, refused, key=KEY)) as server:
        patch.setenv(KEY_VARIABLE, KEY)
        # Clara's two drafts cost about three dollars, and a turn some dimes.
        clara = {"price": {"input": 1000, "output": 1000}, "limits": {"usd_per_week": 6, "parallel": 1}}
        season = behind(server.url, house, clara=clara, bruno={"limits": {"parallel": 2}})
        output = play(season, home.root, folder, WEEK, timeout_s=600)
    return home, output, server.requests


def test_the_others_go_on(played):
    home, _, _ = played
    attempts = tables(home.snapshot.path)["solve_attempts"]
    assert set(attempts.filter(solver="ada").get_column("status")) <= {"success", "failure"}


def test_a_refused_key_is_not_asked_a_thousand_times(played):
    _, _, requests = played
    # Once or twice a step: one author's slot, then its attempts two at a time.
    assert 0 < sum(request.model == "bruno" for request in requests) <= 4


def test_who_reached_the_budget_stops(played):
    home, _, _ = played
    found = tables(home.snapshot.path)
    attempts = found["solve_attempts"].filter(solver="clara")
    assert set(attempts.filter(status="incomplete").get_column("stop_reason")) == {"budget_reached"}
    spent = (
        attempts.get_column("cost_usd").sum() + found["authored_environments"].filter(author="clara")["cost_usd"].sum()
    )
    assert 6 - 3 < spent < 6 + 2, "no more than what one answer costs beyond the limit"


def test_a_budget_is_no_fault_of_infrastructure(played):
    home, _, _ = played
    with home.snapshot.connect(read_only=True) as connection:
        found = connection.execute(
            "SELECT contestant, incomplete_attempts, faults FROM duels.contestant_costs WHERE scope = 'week'"
        ).fetchall()
    left_open = {contestant: counts for contestant, *counts in found}
    assert left_open["ada"] == [0, 0]
    assert left_open["bruno"][0] == left_open["bruno"][1] > 0
    assert left_open["clara"][0] > left_open["clara"][1] == 0


def test_it_is_said_who_is_missing_and_why(played):
    _, output, _ = played
    said = " ".join(output.split())
    assert "bruno: 1 of 1 environments are incomplete: unauthorized: HTTP status 401" in said
    assert re.search(r"bruno: \d+ of \d+ attempts are incomplete: unauthorized: HTTP status 401", said)
    assert re.search(r"clara: \d+ of \d+ attempts are incomplete: its usd_per_week of 6\.00 USD is reached", said)


@pytest.mark.parametrize("secret", [KEY, SEED], ids=["key", "seed"])
def test_no_secret_is_anywhere(played, secret):
    home, output, _ = played
    assert secret not in output
    written = {path.relative_to(home.root): path.read_bytes() for path in home.root.rglob("*") if path.is_file()}
    assert "clara.jsonl" in {path.name for path in written}
    assert [path for path, content in written.items() if secret.encode() in content] == []
    # A database may pack its texts: those are looked at unpacked.
    for name, table in tables(home.snapshot.path).items():
        assert secret not in table.write_ndjson(), name
