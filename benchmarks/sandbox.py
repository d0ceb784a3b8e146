"""What the sandbox costs: set-up an episode, a step, ten-turn episodes a second, memory. Run by hand.

    python benchmarks/sandbox.py

Every figure stands beside the same environment run in the host's own interpreter, without a sandbox.
"""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

from rich.console import Console
from rich.table import Table

from assets.ports import EnvironmentCode, Play
from orchestration.resources.sandbox.wasm import WasmSandbox
from sandbox_images.python_env.runner import POLICIES

SOURCE = Path(__file__).parents[1] / "tests" / "cases" / "environments" / "sound.py"
CODE = EnvironmentCode(SOURCE.read_text(encoding="utf-8"), "IntervalSearch", 12)
TURNS = 10
EPISODES = 600
IN_FLIGHT = 64


def in_process(seed: int) -> None:
    """One episode with no sandbox: compile, construct, reset, ten steps."""
    namespace: dict = {}
    exec(compile(CODE.source, "environment", "exec"), namespace)
    environment = namespace[CODE.class_name](max_turns=CODE.max_turns)
    environment.reset(seed)
    for guess in range(TURNS):
        environment.step(f"\\boxed{{{1000 + guess}}}")


async def sandboxed(sandbox: WasmSandbox, seed: int) -> None:
    """The same episode through the port."""
    async with sandbox.episode(CODE) as episode:
        await episode.reset(seed)
        for guess in range(TURNS):
            await episode.step(f"\\boxed{{{1000 + guess}}}")


async def rate(play: Callable[[int], Awaitable[None]], in_flight: int) -> float:
    """Episodes a second with so many in flight."""
    gate = asyncio.Semaphore(in_flight)

    async def one(seed: int) -> None:
        async with gate:
            await play(seed)

    start = time.perf_counter()
    await asyncio.gather(*(one(seed) for seed in range(EPISODES)))
    return EPISODES / (time.perf_counter() - start)


async def latencies(sandbox: WasmSandbox) -> tuple[float, float]:
    """Medians in ms: from opening an episode to its first observation; one step."""
    opened, stepped = [], []
    for seed in range(100):
        start = time.perf_counter()
        async with sandbox.episode(CODE) as episode:
            await episode.reset(seed)
            opened.append(time.perf_counter() - start)
            for guess in range(TURNS):
                start = time.perf_counter()
                await episode.step(f"\\boxed{{{1000 + guess}}}")
                stepped.append(time.perf_counter() - start)
    return statistics.median(opened) * 1000, statistics.median(stepped) * 1000


def memory_mib() -> list[float]:
    """Memory of this process and of each worker, MiB; pages that several interpreters share count once (Linux)."""
    children = Path("/proc/self/task").glob("*/children")
    pids = ["self", *(pid for file in children for pid in file.read_text().split())]
    lines = [Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines() for pid in pids]
    return [int(line.split()[1]) / 1024 for text in lines for line in text if line.startswith("Pss:")]


async def with_live_episodes(sandbox: WasmSandbox) -> list[float]:
    """The same while 64 episodes are open."""
    async with AsyncExitStack() as stack:
        for seed in range(IN_FLIGHT):
            episode = await stack.enter_async_context(sandbox.episode(CODE))
            await episode.reset(seed)
            await episode.step("\\boxed{1}")
        return memory_mib()


async def main() -> None:
    table = Table("figure", "value", "unit")

    def show_memory(what: str, sizes: list[float]) -> None:
        table.add_row(f"{what}: host, each worker", " / ".join(f"{size:.0f}" for size in sizes), "MiB")

    start = time.perf_counter()
    for seed in range(EPISODES):
        in_process(seed)
    table.add_row("in process, no sandbox", f"{EPISODES / (time.perf_counter() - start):,.0f}", "episodes/s")

    async with WasmSandbox(workers=1) as one:
        start = time.perf_counter()
        await sandboxed(one, 0)
        table.add_row("first episode (worker starts)", f"{(time.perf_counter() - start) * 1000:.0f}", "ms")
        opened, stepped = await latencies(one)
        table.add_row("set-up of an episode", f"{opened:.2f}", "ms")
        table.add_row("step, round trip", f"{stepped:.3f}", "ms")
        table.add_row("1 worker, 1 in flight", f"{await rate(lambda seed: sandboxed(one, seed), 1):.0f}", "episodes/s")
        table.add_row(
            "1 worker, 64 in flight", f"{await rate(lambda seed: sandboxed(one, seed), 64):.0f}", "episodes/s"
        )
        plays: list[Play] = [{"seed": seed, "policy": policy} for seed in range(100) for policy in POLICIES]
        start = time.perf_counter()
        await one.play(CODE, plays)
        table.add_row(f"play of {len(plays):,} episodes inside", f"{time.perf_counter() - start:.2f}", "s")

    async with WasmSandbox(workers=2) as two:
        show_memory("memory with 64 live episodes", await with_live_episodes(two))
        table.add_row("2 workers, 2 in flight", f"{await rate(lambda seed: sandboxed(two, seed), 2):.0f}", "episodes/s")
        table.add_row(
            "2 workers, 64 in flight", f"{await rate(lambda seed: sandboxed(two, seed), 64):.0f}", "episodes/s"
        )
        show_memory("memory after that", memory_mib())
    Console().print(table)


if __name__ == "__main__":
    asyncio.run(main())
