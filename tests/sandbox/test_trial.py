"""The doctor's trial of a sandbox: a real one passes, and code that is in none is found out."""

import os
import subprocess
import sys
from contextlib import asynccontextmanager

import pytest

from assets.errors import EnvironmentFault, SandboxError
from orchestration.resources.sandbox.trial import hostile, try_out


async def test_a_sandbox_passes(sandbox):
    before = dict(os.environ)
    await try_out(sandbox)
    assert dict(os.environ) == before


def test_the_hostile_environment_gets_at_everything_without_a_sandbox():
    with hostile() as code:
        # It forks, and the child has nothing to say.
        play = "us = os.getpid()\nfound = Hostile().reset(7)[0]\nif os.getpid() == us: print(found)"
        play = f"{code.source}\n{play}"
        found = subprocess.run([sys.executable, "-c", play], capture_output=True, text=True, check=True).stdout
    assert found.strip().split(", ") == [
        "read a file of this machine",
        "read an environment variable",
        "connected to a port of this machine",
        "started a process",
        "wrote a file",
    ]


class Leaky:
    """Answers as a sandbox with a hole would."""

    def __init__(self, *observations: str, stops: bool = True) -> None:
        self.observations = list(observations)
        self.stops = stops

    @asynccontextmanager
    async def episode(self, code, *, entropy=0):
        yield self

    async def reset(self, seed):
        return self.observations.pop(0)

    async def step(self, action):
        if self.stops:
            raise EnvironmentFault("ran out of time", "limit")


@pytest.mark.parametrize(
    ("sandbox", "said"),
    [
        (Leaky("seed 8"), "a tiny environment gave a wrong answer"),
        (Leaky("seed 7", "wrote a file"), "a hostile environment wrote a file: don't play in this sandbox"),
        (Leaky("seed 7", "", stops=False), "an endless loop came to an end"),
    ],
)
async def test_a_hole_is_told(sandbox, said):
    with pytest.raises(SandboxError, match=said):
        await try_out(sandbox)
