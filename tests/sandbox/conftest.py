"""What the sandbox's tests share."""

from collections.abc import Iterator

import pytest

from assets.ports import Sandbox
from orchestration.resources.sandbox.choice import chosen, open_sandbox
from orchestration.resources.sandbox.limits import Budget, Limits


@pytest.fixture(scope="package")
def strict() -> Iterator[Sandbox]:
    """A sandbox with budgets small enough to run into soon; on a busy machine too CPU is met before wall time."""
    budget = Budget(fuel=500_000_000, cpu_seconds=0.3, seconds=4.0, reply_bytes=1 << 20)
    opened = open_sandbox(chosen(), Limits(call=budget, play=budget))
    yield opened
    opened.close()
