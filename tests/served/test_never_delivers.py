"""An author that never delivers has its reasons in the tables, and simply has no environment that week."""

import pytest
from tournament.small import WEEK, tables, write_season

from assets.season import load_season
from orchestration.house_server.faults import FaultPlan, InjectedFault, InjectedKind
from orchestration.house_server.server import HouseServer
from orchestration.house_server.serving import served
from orchestration.resources.home import Home
from served.command import play
from served.seasons import KEY, KEY_VARIABLE, behind


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The tables of a week in which clara thinks until its budget is gone, every time."""
    folder = tmp_path_factory.mktemp("never")
    house, home = load_season(write_season(folder)), Home(folder / "home")
    thinks = FaultPlan((InjectedFault(InjectedKind.THOUGHT_ONLY, 1.0, "clara"),))
    with pytest.MonkeyPatch.context() as patch, served(HouseServer(house, thinks, key=KEY)) as server:
        patch.setenv(KEY_VARIABLE, KEY)
        season = behind(server.url, house).model_copy(update={"contestants_at_once": 1})
        play(season, home.root, folder, WEEK)
    return tables(home.snapshot.path)


def test_every_try_is_stored_with_its_reason(played):
    [row] = played["authored_environments"].filter(author="clara").to_dicts()
    assert (row["status"], row["source"], row["error"]) == ("unreadable", None, "parses: no hint")
    assert [(d["completion"], d["finish_reason"], d["findings"]) for d in row["drafts"]] == [
        (None, "length", ["parses: no hint"])
    ] * 3
    assert row["tokens_out"] == sum(d["tokens_out"] for d in row["drafts"]) > 0


def test_the_validator_says_why_it_is_not_admitted(played):
    [parses] = played["hint_validations"].filter(author="clara", check_name="parses").to_dicts()
    assert parses["passed"] is False
    assert "no hint" in parses["detail"]


def test_it_has_no_environment_and_is_a_solver_like_any_other(played):
    attempts = played["solve_attempts"]
    assert set(attempts["author"]) == {"ada", "bruno"}
    assert set(attempts.filter(solver="clara")["status"]) == {"failure"}
    assert set(played["pairwise_outcomes"].filter(solver="clara")["author"]) == {"ada", "bruno"}
