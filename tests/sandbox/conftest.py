"""What the sandbox's tests share."""

from collections.abc import Iterator

import docker
import pytest

from assets.ports import Sandbox
from orchestration.resources.sandbox.choice import chosen, open_sandbox
from orchestration.resources.sandbox.docker.sandbox import DockerSandbox
from orchestration.resources.sandbox.limits import Budget, Limits

from .engines import ours


@pytest.fixture(scope="package")
def strict() -> Iterator[Sandbox]:
    """A sandbox with budgets small enough to run into soon; on a busy machine too CPU is met before wall time."""
    budget = Budget(fuel=500_000_000, cpu_seconds=0.3, seconds=4.0, reply_bytes=1 << 20)
    opened = open_sandbox(chosen(), Limits(call=budget, play=budget))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def engine() -> Iterator[docker.DockerClient]:
    """The engine, asked by the test itself."""
    client = docker.from_env()
    yield client
    client.close()


@pytest.fixture
def own(engine: docker.DockerClient) -> Iterator[DockerSandbox]:
    """A sandbox of the test's own, the only one whose containers it sees."""
    others = set(ours(engine))
    opened = DockerSandbox(chosen())
    opened.containers = lambda: [identity for identity in ours(engine) if identity not in others]
    yield opened
    opened.close()
    assert opened.containers() == []
