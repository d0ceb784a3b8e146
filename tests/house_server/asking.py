"""Asks a house server over HTTP, as any client would."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from assets.season import Season
from orchestration.house_server.faults import FaultPlan, InjectedFault, InjectedKind
from orchestration.house_server.server import HouseServer
from orchestration.house_server.serving import Served, served
from orchestration.resources.seasons import find_season

SEASON = find_season("house")
MESSAGES = [{"role": "user", "content": "hello"}]


def always(*kinds: InjectedKind, **settings: Any) -> FaultPlan:
    return FaultPlan(tuple(InjectedFault(kind, 1.0) for kind in kinds), **settings)


@contextmanager
def house(faults: FaultPlan | None = None, season: Season = SEASON, **settings: Any) -> Iterator[Served]:
    with served(HouseServer(season, faults, **settings)) as server:
        yield server


def ask(server: Served, key: str | None = None, timeout: float = 20.0, **fields: Any) -> httpx.Response:
    """Ask ada to say hello, or what `fields` say instead."""
    # Not httpx's own JSON, which can't carry lone surrogates.
    content = json.dumps({"model": "ada", "messages": MESSAGES, **fields}).encode()
    return send(server.url, content, {"Authorization": f"Bearer {key}"} if key else {}, timeout)


def send(url: str, content: bytes, headers: dict[str, Any] | None = None, timeout: float = 20.0) -> httpx.Response:
    # Certificates, of which there are none here, would take 50 ms to load.
    return httpx.post(f"{url}/chat/completions", content=content, headers=headers, timeout=timeout, verify=False)


def wait_for_end(server: Served, requests: int = 1) -> None:
    """Wait until the server has noticed that the clients of so many requests are gone."""
    wait_until(lambda: sum(record.ended is not None for record in server.requests) == requests)


def wait_until(happened: Callable[[], bool]) -> None:
    give_up = time.monotonic() + 10
    while not happened():
        assert time.monotonic() < give_up
        time.sleep(0.005)
