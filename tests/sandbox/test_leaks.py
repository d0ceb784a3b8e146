"""Ten thousand episodes, some of which break off in every way, leave no memory behind."""

import asyncio
from pathlib import Path

import pytest

from assets.errors import EnvironmentFault
from orchestration.resources.sandbox.limits import Budget, Limits
from orchestration.resources.sandbox.wasm import WasmSandbox

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


async def test_memory_stays_flat():
    budget = Budget(fuel=100_000_000, seconds=5.0, reply_bytes=1 << 20)
    opened = WasmSandbox(limits=Limits(call=budget, play=budget), workers=1)
    measured: list[tuple[float, float]] = []
    broken = 0

    async def play(number: int, last: str | None) -> None:
        nonlocal broken
        async with opened.episode(CODE) as episode:
            await episode.reset(number % 1000)
            await episode.step("on")
            if last is not None:
                try:
                    await episode.step(last)
                except EnvironmentFault:
                    broken += 1

    def memory() -> tuple[float, float]:
        return _resident_mib("self"), _resident_mib(opened._workers[0]._process.pid)

    try:
        # The most that can be in use at once.
        await asyncio.gather(*(play(number, "fill") for number in range(AT_ONCE)))
        measured.append(memory())
        for first in range(0, EPISODES, AT_ONCE):
            numbers = range(first, first + AT_ONCE)
            lasts = {number: ENDS[number // 10 % len(ENDS)] for number in numbers if number % 10 == 0}
            await asyncio.gather(*(play(number, lasts.get(number)) for number in numbers))
        measured.append(memory())
        assert opened._workers[0].generation == 0, "it is one process that was measured"
    finally:
        opened.close()
    assert broken == AT_ONCE + EPISODES / 10 * 4 / 5, "all but those who went on were stopped"
    (host, worker), (host_after, worker_after) = measured
    print(f"host {host:.0f} -> {host_after:.0f} MiB, worker {worker:.0f} -> {worker_after:.0f} MiB")
    assert host_after < host * GROWTH
    assert worker_after < worker * GROWTH
