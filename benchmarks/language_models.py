"""What the road to language models costs, measured on the house server. Run by hand.

    python benchmarks/language_models.py

The server is a process of its own on this machine. First the client's CPU time for one call with many in flight:
through the project's road (LiteLLM, with the wire looked at and limits kept), and through OpenAI's own client. Then
the wall time of a week's attempts where each answer takes 200 ms, beside calls × latency / in flight: once with
players in this process that sleep so long, which shows what the week's own shape and the sandbox cost, and once
through server and LiteLLM. Last, whole weeks through server and LiteLLM as the command plays them: contestants one
after another, and side by side.
"""

import asyncio
import multiprocessing
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import date
from multiprocessing.connection import Connection
from pathlib import Path

from rich.console import Console
from rich.table import Table
from season import WEEK, play_season, written_by_all

from assets.contestant_entry import ContestantEntry, Price
from assets.journal import Journals
from assets.ports import Completion, Contestant, Message
from assets.season import Season
from orchestration.house_server.server import HouseServer
from orchestration.house_server.serving import listen, serve, url_of
from orchestration.play import play_week
from orchestration.resources.home import Home
from orchestration.resources.house.player import HousePlayer
from orchestration.resources.language_model.opening import open_language_model
from orchestration.resources.roster import SeasonRoster
from orchestration.resources.sandbox.wasm.sandbox import WasmSandbox
from orchestration.resources.seasons import find_season

CALLS = 2_000
IN_FLIGHT = 64
LATENCIES_S = (0.2, 0.5)
QUESTION: list[Message] = [
    {"role": "system", "content": "You play a game of numbers. Box your action."},
    {"role": "user", "content": "Guess a number from 1 to 100. Turns left: 6."},
]


def behind(url: str, house: Season) -> Season:
    """The season with its players behind a server."""
    entries = tuple(
        ContestantEntry(
            name=entry.name,
            model=f"openai/{entry.name}",
            roles=entry.roles,
            api_base=url,
            price=Price(input=0, output=0),
        )
        for entry in house.contestants
    )
    return house.model_copy(update={"contestants": entries})


@contextmanager
def house_server(latency_s: float) -> Iterator[str]:
    """The address of a house server in a process of its own."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(there, latency_s))
    process.start()
    try:
        yield here.recv()
    finally:
        process.terminate()
        process.join()


def _serve(parent: Connection, latency_s: float) -> None:
    server = HouseServer(find_season("house"), latency_s=latency_s)
    with listen(0) as listening:
        parent.send(url_of(listening))
        serve(server, listening)


async def cpu_ms(ask: Callable[[int], Awaitable[object]]) -> tuple[float, float]:
    """(CPU ms, wall ms) of this process for one call, `IN_FLIGHT` at once."""
    gate = asyncio.Semaphore(IN_FLIGHT)

    async def one(seed: int) -> None:
        async with gate:
            await ask(seed)

    await asyncio.gather(*(one(seed) for seed in range(IN_FLIGHT)))
    cpu, wall = time.process_time(), time.perf_counter()
    await asyncio.gather(*(one(seed) for seed in range(CALLS)))
    return 1000 * (time.process_time() - cpu) / CALLS, 1000 * (time.perf_counter() - wall) / CALLS


async def calls(console: Console) -> None:
    """What one call costs on each road."""
    from openai import AsyncOpenAI

    table = Table("road", "CPU ms a call", "wall ms a call")
    with house_server(0) as url:
        [entry, *_] = behind(url, find_season("house")).contestants
        async with AsyncOpenAI(base_url=url, api_key="none") as client:
            bare = await cpu_ms(
                lambda seed: client.chat.completions.create(
                    model=entry.name, messages=QUESTION, seed=seed, max_tokens=64, temperature=0.8, top_p=0.95
                )
            )
        async with open_language_model(entry) as model:
            ours = await cpu_ms(lambda seed: model.complete(QUESTION, seed=seed, max_tokens=64))
    for name, (cpu, wall) in {"OpenAI's client": bare, "ours, through LiteLLM": ours}.items():
        table.add_row(name, f"{cpu:.2f}", f"{wall:.2f}")
    console.print(table)
    console.print(f"{CALLS:,} calls, {IN_FLIGHT} in flight: ours takes {ours[0] / bare[0]:.1f} times the CPU time\n")


def sleeping(latency_s: float) -> Callable[[Season, Journals], "_Sleeping"]:
    """A roster of house players in this process that take their time."""
    return lambda season, journals: _Sleeping(season, latency_s)


class _Sleeping:
    def __init__(self, season: Season, latency_s: float) -> None:
        self._season = season
        self._latency_s = latency_s

    @asynccontextmanager
    async def open(self, contestant: str, week: date) -> AsyncIterator[Contestant]:
        yield _SlowPlayer(HousePlayer(self._season.entry(contestant)), self._latency_s)


class _SlowPlayer:
    def __init__(self, player: HousePlayer, latency_s: float) -> None:
        self._player = player
        self._latency_s = latency_s

    async def complete(self, messages: Sequence[Message], *, seed: int, max_tokens: int) -> Completion:
        await asyncio.sleep(self._latency_s)
        return await self._player.complete(messages, seed=seed, max_tokens=max_tokens)


async def weeks(console: Console) -> None:
    """What a week's attempts take where answers take their time."""
    house = find_season("house")
    environments = await written_by_all(house)
    table = Table("latency", "players", "calls", "ideal s", "s", "× ideal", "CPU s")
    async with WasmSandbox() as sandbox:
        for latency_s in LATENCIES_S:
            with house_server(latency_s) as url:
                for name, season, roster_of in (
                    ("asleep in this process", house, sleeping(latency_s)),
                    ("behind server and LiteLLM", behind(url, house), SeasonRoster),
                ):
                    cpu = time.process_time()
                    _, turns, seconds = await play_season(season, environments, sandbox, roster_of)
                    cpu = time.process_time() - cpu
                    ideal = turns * latency_s / IN_FLIGHT
                    row = (f"{1000 * latency_s:.0f} ms", name, f"{turns:,}", f"{ideal:.1f}", f"{seconds:.1f}")
                    table.add_row(*row, f"{seconds / ideal:.2f}", f"{cpu:.1f}")
    console.print(table)
    console.print(f"{len(environments)} environments; ideal is calls × latency / {IN_FLIGHT}")


class _Watch:
    """When a step's first contestant began and its last one ended."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}

    def update(self, step: str, contestant: str, done: int, total: int) -> None:
        self.times.setdefault(step, []).append(time.perf_counter())

    def seconds(self, step: str) -> float:
        return max(self.times[step]) - min(self.times[step])


def side_by_side(console: Console, latency_s: float) -> None:
    """What whole weeks take, contestants one after another and side by side."""
    house = find_season("house")
    everybody = len(house.contestants)
    table = Table("contestants at once", "in flight", "calls", "ideal s", "attempts s", "× ideal", "week s")
    for at_once, in_flight in ((1, IN_FLIGHT), (everybody, IN_FLIGHT), (everybody, round(IN_FLIGHT / everybody))):
        with house_server(latency_s) as url, tempfile.TemporaryDirectory() as folder:
            settings = {"contestants_at_once": at_once, "episodes_in_flight": in_flight}
            season, home, watch = behind(url, house).model_copy(update=settings), Home(Path(folder)), _Watch()
            home.claim(season)
            started = time.perf_counter()
            problems = play_week(home, season, WEEK, watch)
            seconds = time.perf_counter() - started
            assert problems == [], problems
            with home.snapshot.connect(read_only=True) as connection:
                [[calls]] = connection.execute("SELECT sum(turns) FROM duels.solve_attempts").fetchall()
        ideal, attempts = calls * latency_s / IN_FLIGHT, watch.seconds("solve_attempts")
        row = (str(at_once), f"{at_once} × {in_flight}", f"{calls:,}", f"{ideal:.1f}", f"{attempts:.1f}")
        table.add_row(*row, f"{attempts / ideal:.2f}", f"{seconds:.0f}")
    console.print(table)
    console.print(f"answers take {1000 * latency_s:.0f} ms; ideal is calls × latency / {IN_FLIGHT}")


def main() -> None:
    console = Console()
    asyncio.run(calls(console))
    asyncio.run(weeks(console))
    for latency_s in (0.2, 1.0):
        side_by_side(console, latency_s)


if __name__ == "__main__":
    main()
