"""What the sandboxes cost: set-up an episode, a step, ten-turn episodes a second, memory. Run by hand.

    python benchmarks/sandbox.py                      # wasm
    bin/with-docker .venv/bin/python benchmarks/sandbox.py   # wasm and docker

Every figure stands beside the same environment run in the host's own interpreter, without a sandbox.
"""

import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import docker
from rich.console import Console
from rich.table import Table

from assets.ports import EnvironmentCode, Play, Sandbox
from orchestration.resources.sandbox.choice import chosen
from orchestration.resources.sandbox.docker.owner import LABEL, owner
from orchestration.resources.sandbox.docker.sandbox import DockerSandbox
from orchestration.resources.sandbox.runner_sandbox import RunnerSandbox
from orchestration.resources.sandbox.wasm.sandbox import WasmSandbox
from sandbox_images.python_env.runner import POLICIES

SOURCE = Path(__file__).parents[1] / "tests" / "cases" / "environments" / "sound.py"
CODE = EnvironmentCode(SOURCE.read_text(encoding="utf-8"), "IntervalSearch", 12)
TURNS = 10
EPISODES = 600
IN_FLIGHT = 64
PLAYS: list[Play] = [{"seed": seed, "policy": policy} for seed in range(100) for policy in POLICIES]

FIGURES = {
    "first episode, from nothing started": "ms",
    "set-up of an episode: load and reset": "ms",
    "step, round trip": "ms",
    "1 in flight": "episodes/s",
    "64 in flight": "episodes/s",
    f"play of {len(PLAYS):,} episodes inside": "s",
    "memory after the first episode": "MiB",
    "memory an episode more, 64 live": "MiB",
}


def in_process() -> list[float | None]:
    """The same without a sandbox: compile, construct, reset, ten steps."""

    def set_up(seed: int) -> object:
        namespace: dict = {}
        exec(compile(CODE.source, "environment", "exec"), namespace)
        environment = namespace[CODE.class_name](max_turns=CODE.max_turns)
        environment.reset(seed)
        return environment

    start = time.perf_counter()
    environments = [set_up(seed) for seed in range(EPISODES)]
    opened = time.perf_counter() - start
    start = time.perf_counter()
    for environment in environments:
        for guess in range(TURNS):
            environment.step(f"\\boxed{{{1000 + guess}}}")
    stepped = time.perf_counter() - start
    rate = EPISODES / (opened + stepped)
    return [None, opened / EPISODES * 1000, stepped / EPISODES / TURNS * 1000, rate, rate, None, None, None]


async def episode(sandbox: Sandbox, seed: int) -> None:
    async with sandbox.episode(CODE) as played:
        await played.reset(seed)
        for guess in range(TURNS):
            await played.step(f"\\boxed{{{1000 + guess}}}")


async def rate(play: Callable[[int], Awaitable[None]], in_flight: int) -> float:
    """Episodes a second with so many in flight."""
    gate = asyncio.Semaphore(in_flight)

    async def one(seed: int) -> None:
        async with gate:
            await play(seed)

    start = time.perf_counter()
    await asyncio.gather(*(one(seed) for seed in range(EPISODES)))
    return EPISODES / (time.perf_counter() - start)


async def latencies(sandbox: Sandbox) -> tuple[float, float]:
    """Medians in ms: from opening an episode to its first observation; one step."""
    opened, stepped = [], []
    for seed in range(100):
        start = time.perf_counter()
        async with sandbox.episode(CODE) as played:
            await played.reset(seed)
            opened.append(time.perf_counter() - start)
            for guess in range(TURNS):
                start = time.perf_counter()
                await played.step(f"\\boxed{{{1000 + guess}}}")
                stepped.append(time.perf_counter() - start)
    return statistics.median(opened) * 1000, statistics.median(stepped) * 1000


def workers_mib() -> float:
    """Memory of this process's children; pages that several processes share count once (Linux)."""
    children = Path("/proc/self/task").glob("*/children")
    pids = [pid for file in children for pid in file.read_text().split()]
    lines = [Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines() for pid in pids]
    return sum(int(line.split()[1]) / 1024 for text in lines for line in text if line.startswith("Pss:"))


def containers_mib() -> float:
    """Memory of our containers, as their control groups count it."""
    engine = docker.from_env()
    try:
        ours = engine.containers.list(filters={"label": f"{LABEL}={owner()}"})
        return sum(container.stats(stream=False)["memory_stats"]["usage"] for container in ours) / 2**20
    finally:
        engine.close()


async def measured(sandbox: RunnerSandbox, memory_mib: Callable[[], float]) -> list[float | None]:
    """The figures of a sandbox, in their order."""
    async with sandbox:
        start = time.perf_counter()
        await episode(sandbox, 0)
        first = (time.perf_counter() - start) * 1000
        idle = memory_mib()
        async with AsyncExitStack() as stack:
            for seed in range(IN_FLIGHT):
                live = await stack.enter_async_context(sandbox.episode(CODE))
                await live.reset(seed)
                await live.step("\\boxed{1}")
            busy = memory_mib()
        opened, stepped = await latencies(sandbox)
        rates = [await rate(lambda seed: episode(sandbox, seed), number) for number in (1, IN_FLIGHT)]
        start = time.perf_counter()
        await sandbox.play(CODE, PLAYS)
        played = time.perf_counter() - start
    return [first, opened, stepped, *rates, played, idle, (busy - idle) / IN_FLIGHT]


async def main() -> None:
    columns = {"in process": in_process(), "wasm": await measured(WasmSandbox(), workers_mib)}
    if chosen().backend == "docker":
        columns["docker"] = await measured(DockerSandbox(chosen()), containers_mib)
    else:
        print("docker is left out: DUELS_SANDBOX is not docker", file=sys.stderr)
    table = Table("figure", *columns, "unit")
    for place in range(1, len(columns) + 1):
        table.columns[place].justify = "right"
    for row, (figure, unit) in enumerate(FIGURES.items()):
        values = [values[row] for values in columns.values()]
        shown = ["" if value is None else f"{value:,.{3 if value < 10 else 0}f}" for value in values]
        table.add_row(figure, *shown, unit)
    Console().print(table)


if __name__ == "__main__":
    asyncio.run(main())
