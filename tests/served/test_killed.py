"""A run that is killed while it waits for answers pays for none of them twice."""

import signal
import time

import pytest
from tournament.small import ATTEMPTS, WEEK, tables, write_season

from assets.season import load_season
from orchestration.house_server.faults import FaultPlan
from orchestration.house_server.server import HouseServer
from orchestration.house_server.serving import served
from orchestration.resources.home import Home
from served.command import play, start
from served.seasons import KEY_VARIABLE, behind


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("answered", [2, 70], ids=["while an author writes", "while a solver plays"])
def test_no_answer_is_paid_for_twice(tmp_path, key, answered):
    house, home = load_season(write_season(tmp_path)), Home(tmp_path / "home")
    with served(HouseServer(house, FaultPlan(hang_after=answered), key=key)) as server:
        running = start(behind(server.url, house), home.root, tmp_path, "tournament", "--week", str(WEEK))
        deadline = time.monotonic() + 240
        # The answers are long written when the next requests hang.
        while len(server.requests) <= answered or not all(r.completed for r in server.requests[:answered]):
            assert time.monotonic() < deadline
            assert running.poll() is None, running.communicate()[0]
            time.sleep(0.1)
        time.sleep(1)
        running.send_signal(signal.SIGKILL)
        running.communicate()
        paid = {request.request for request in server.requests if request.completed}
    assert len(paid) == answered
    with served(HouseServer(house, key=key)) as server:
        output = play(behind(server.url, house), home.root, tmp_path, WEEK)
        asked = [request.request for request in server.requests]
    assert paid.isdisjoint(asked)
    assert len(asked) == len(set(asked))
    attempts = tables(home.snapshot.path)["solve_attempts"]
    assert attempts.height == ATTEMPTS
    assert set(attempts.get_column("status")) <= {"success", "failure"}
    assert KEY_VARIABLE not in output
