"""Serving: on loopback, for as long as asked, and over at once."""

import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from assets.errors import OperatorError
from orchestration.house_server.faults import FaultPlan, InjectedKind
from orchestration.house_server.server import HouseServer
from orchestration.house_server.serving import listen, served, url_of

from .asking import SEASON, always, ask, house, wait_until


def test_it_ends_at_once_and_cuts_off_clients_whose_requests_hang():
    with ThreadPoolExecutor(20) as clients:
        with house(always(InjectedKind.HANG)) as server:
            waiting = [clients.submit(ask, server) for _ in range(20)]
            wait_until(lambda: len(server.requests) == 20)
            start = time.monotonic()
        assert time.monotonic() - start < 1
        for client in waiting:
            assert isinstance(client.exception(), httpx.RemoteProtocolError)
    assert [(bool(record.ended), record.completed) for record in server.requests] == [(True, False)] * 20


def test_all_requests_after_the_first_few_hang():
    with house(FaultPlan(hang_after=3)) as server:
        for seed in range(3):
            assert ask(server, seed=seed).status_code == 200
        for _ in range(2):
            with pytest.raises(httpx.ReadTimeout):
                ask(server, timeout=0.1)
        assert [record.fault for record in server.requests] == [None, None, None, "hang", "hang"]


def test_an_answer_takes_the_latency_that_was_asked_for():
    with house(latency_s=0.3) as server:
        start = time.monotonic()
        assert ask(server).status_code == 200
        assert time.monotonic() - start >= 0.3


def test_a_port_can_be_had_again_and_not_twice():
    with listen(0) as listening:
        port = listening.getsockname()[1]
        assert url_of(listening) == f"http://127.0.0.1:{port}/v1"
        with pytest.raises(OperatorError, match=f"--port {port}: Address already in use; choose another"):
            listen(port)
    for _ in range(2):
        with served(HouseServer(SEASON), port) as server:
            assert ask(server).status_code == 200


@pytest.mark.parametrize("port", [-1, 65_536])
def test_a_port_that_is_none(port):
    with pytest.raises(OperatorError, match=f"--port {port}: no port has that number"):
        listen(port)


def test_nobody_outside_this_machine_can_ask():
    with listen(0) as listening:
        assert listening.getsockname()[0] == "127.0.0.1"
