"""Ten thousand episodes, some of which break off in every way, leave no memory behind."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import docker
import pytest

from assets.errors import EnvironmentFault
from assets.ports import Sandbox
from orchestration.resources.sandbox.choice import chosen
from orchestration.resources.sandbox.docker.sandbox import DockerSandbox
from orchestration.resources.sandbox.limits import Budget, Limits
from orchestration.resources.sandbox.wasm.sandbox import WasmSandbox

from .engines import needs_docker, ours
from .sources import env

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]

EPISODES, AT_ONCE = 10_000, 16
GROWTH = 1.25
"""What memory may grow by: the allocators' own unrest."""

CODE = env(
    top="import os, sys",
    reset="self.seed = seed\nself.kept = ['x' * 1000] * seed\nreturn 'start', {}",
    step="if action == 'raise': 1 / 0\n"
    "if action == 'spin':\n"
    "    while True: pass\n"
    "if action == 'exit': os._exit(0)\n"
    "if action == 'fill': self.kept = [bytearray(10_000_000) for _ in range(20)]\n"
    "return 'on', 0.0, False, False, {}",
)
ENDS = ("raise", "spin", "exit", "fill", "print")


def _resident_mib(pid: int | str) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    [line] = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


BUDGET = Budget(fuel=100_000_000, cpu_seconds=0.1, seconds=5.0, reply_bytes=1 << 20)
LIMITS = Limits(call=BUDGET, play=BUDGET)


async def _play_all(sandbox: Sandbox, inside: Callable[[], float]) -> None:
    """Play the episodes, and compare the memory of this process and of what they run in."""
    measured: list[tuple[float, float]] = []
    broken = 0

    async def play(number: int, last: str | None) -> None:
        nonlocal broken
        async with sandbox.episode(CODE) as episode:
            await episode.reset(number % 1000)
            await episode.step("on")
            if last is not None:
                try:
                    await episode.step(last)
                except EnvironmentFault:
                    broken += 1

    # The most that can be in use at once.
    await asyncio.gather(*(play(number, "fill") for number in range(AT_ONCE)))
    measured.append((_resident_mib("self"), inside()))
    for first in range(0, EPISODES, AT_ONCE):
        numbers = range(first, first + AT_ONCE)
        lasts = {number: ENDS[number // 10 % len(ENDS)] for number in numbers if number % 10 == 0}
        await asyncio.gather(*(play(number, lasts.get(number)) for number in numbers))
    measured.append((_resident_mib("self"), inside()))
    assert broken == AT_ONCE + EPISODES / 10 * 4 / 5, "all but those who went on were stopped"
    (host, inner), (host_after, inner_after) = measured
    print(f"host {host:.0f} -> {host_after:.0f} MiB, inside {inner:.0f} -> {inner_after:.0f} MiB")
    assert host_after < host * GROWTH
    assert inner_after < inner * GROWTH


@pytest.mark.skipif(chosen().backend != "wasm", reason="DUELS_SANDBOX is not wasm")
async def test_memory_stays_flat_in_wasm():
    opened = WasmSandbox(limits=LIMITS, workers=1)
    try:
        await _play_all(opened, lambda: _resident_mib(opened._workers[0]._process.pid))
        assert opened._workers[0].generation == 0, "it is one process that was measured"
    finally:
        opened.close()


@needs_docker
async def test_memory_stays_flat_in_docker():
    """That of the containers' first processes; an episode's goes with its own."""
    engine = docker.from_env()
    opened = DockerSandbox(chosen(), LIMITS)
    first: list[str] = []

    def inside() -> float:
        identities = sorted(ours(engine))
        first.append(",".join(identities))
        return sum(_resident_mib(engine.api.inspect_container(each)["State"]["Pid"]) for each in identities)

    try:
        await _play_all(opened, inside)
        assert len(set(first)) == 1, "they are the same containers that were measured"
    finally:
        opened.close()
        engine.close()
