"""The log says what was asked and what became of it, and nothing that is secret."""

import asyncio
import json
import time
from pathlib import Path

import httpx
import pytest

from assets.errors import OperatorError
from orchestration.house_server.faults import FaultPlan, InjectedFault, InjectedKind
from orchestration.house_server.log import RequestLog

from .asking import MESSAGES, always, ask, house, send, wait_for_end, wait_until

KEY = "sk-marker-4711"


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_line_a_request_as_soon_as_it_has_ended(tmp_path):
    path = tmp_path / "log.jsonl"
    plan = FaultPlan((InjectedFault(InjectedKind.UNAVAILABLE, 1.0, "bruno"),))
    before = time.time()
    with house(plan, log_path=path, key=KEY) as server:
        ask(server, key=KEY, seed=1)
        # The answer has been sent when its line is written, so a client may be a moment ahead.
        wait_until(lambda: len(lines(path)) == 1)
        ask(server, key=KEY, seed=1)
        ask(server, key=KEY, seed=2)
        ask(server, key=KEY, model="bruno")
        ask(server, key="sk-wrong")
    written = lines(path)
    assert list(written[0]) == [
        "received", "model", "request", "n", "in_flight", "ended", "fault", "status", "completed",
    ]  # fmt: skip
    first, again, other, spoilt, refused = written
    assert before <= first["received"] <= first["ended"] <= time.time()
    assert (first["model"], first["n"], first["in_flight"]) == ("ada", 1, 1)
    assert (first["fault"], first["status"], first["completed"]) == (None, 200, True)
    assert (again["request"], again["n"]) == (first["request"], 2)
    assert (other["request"] != first["request"], other["n"]) == (True, 1)
    assert (spoilt["model"], spoilt["fault"], spoilt["status"]) == ("bruno", "unavailable", 503)
    assert (refused["fault"], refused["status"], refused["completed"]) == (None, 401, True)


def test_no_key_and_no_prompt_stand_in_it(tmp_path):
    path = tmp_path / "log.jsonl"
    with house(log_path=path, key=KEY) as server:
        ask(server, key=KEY, messages=[{"role": "user", "content": "MARKER"}])
        ask(server, key=KEY + "MARKER", user="MARKER")
        send(server.url, b"MARKER")
    assert len(lines(path)) == 3
    text = path.read_text()
    assert "MARKER" not in text
    assert KEY not in text


def test_it_is_appended_to(tmp_path):
    path = tmp_path / "log.jsonl"
    for _ in range(2):
        with house(log_path=path) as server:
            ask(server)
    assert [line["n"] for line in lines(path)] == [1, 1]


async def test_requests_in_flight_are_counted_a_model():
    """Six wait at once, four of them for ada; a seventh comes when all have gone."""
    with house(latency_s=0.5) as server:
        async with httpx.AsyncClient() as client:

            async def wait(model: str, seed: int) -> None:
                body = {"model": model, "messages": MESSAGES, "seed": seed}
                response = await client.post(f"{server.url}/chat/completions", json=body)
                assert response.status_code == 200

            await asyncio.gather(*[wait("ada", seed) for seed in range(4)], *[wait("edda", seed) for seed in range(2)])
            await asyncio.to_thread(wait_for_end, server, 6)
            await wait("ada", 9)
        flights = [(record.model, record.in_flight) for record in server.requests]
    assert sorted(flights[:6]) == [("ada", 1), ("ada", 2), ("ada", 3), ("ada", 4), ("edda", 1), ("edda", 2)]
    assert flights[6] == ("ada", 1)


def test_an_answer_whose_client_has_gone_is_not_complete(tmp_path):
    path = tmp_path / "log.jsonl"
    with house(latency_s=0.4, log_path=path) as server:
        with pytest.raises(httpx.ReadTimeout):
            ask(server, timeout=0.1)
        ask(server, seed=1)
    gone, answered = lines(path)
    assert (gone["status"], gone["completed"]) == (None, False)
    assert (answered["status"], answered["completed"]) == (200, True)


def test_what_hangs_at_the_end_is_written_too(tmp_path):
    path = tmp_path / "log.jsonl"
    with house(always(InjectedKind.HANG), log_path=path) as server, pytest.raises(httpx.ReadTimeout):
        ask(server, timeout=0.1)
    [line] = lines(path)
    assert (line["fault"], line["status"], line["completed"]) == ("hang", None, False)


def test_a_file_that_cannot_be_written_is_the_operators_fault(tmp_path):
    with pytest.raises(OperatorError, match=r"log file .*: No such file or directory"):
        RequestLog(tmp_path / "missing" / "log.jsonl")
