"""What the house season's attempts cost: attempts and turns a second, with the sandbox and without. Run by hand.

    python benchmarks/season.py

The players are programs, so there is no model latency: what is measured is the tournament's own loop, the journal's
fsync included. Beside it, the same loop with the environments in this process: their source is the project's own.
"""

import asyncio
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from assets.admitted import Environment
from assets.authored_environments.prompt import author_prompt
from assets.authored_environments.slots import slots
from assets.draft import read_draft
from assets.journal import Journal, Journals
from assets.ports import Contestant, EnvironmentCode, Roster, Sandbox, Step
from assets.season import Season
from assets.seeds import sha256
from assets.solve_attempts.plan import plan
from assets.solve_attempts.tournament import play_all
from orchestration.resources.roster import SeasonRoster
from orchestration.resources.sandbox.wasm.sandbox import WasmSandbox
from orchestration.resources.seasons import find_season

WEEK = date(2026, 11, 30)


class InProcess:
    """Environments of our own in this process: as fast as the loop can be, and no sandbox at all."""

    @asynccontextmanager
    async def episode(self, code: EnvironmentCode, *, entropy: int = 0) -> AsyncIterator["_Instance"]:
        namespace: dict[str, Any] = {}
        exec(compile(code.source, "environment", "exec"), namespace)
        yield _Instance(namespace[code.class_name](max_turns=code.max_turns))


@dataclass
class _Instance:
    environment: Any

    async def reset(self, seed: int) -> str:
        return self.environment.reset(seed)[0]

    async def step(self, action: str) -> Step:
        observation, reward, terminated, truncated, _ = self.environment.step(action)
        return Step(observation, reward, terminated, truncated)


async def written(season: Season, author: str, contestant: Contestant) -> list[Environment]:
    """What an author writes when its first draft is taken as it is (one that can't be read is left out)."""
    environments = []
    for slot in slots(season, WEEK, author):
        answer = await contestant.complete(author_prompt(slot.domain, season.max_turns), seed=2, max_tokens=8192)
        try:
            draft = read_draft(answer.text)
        except ValueError:
            continue
        code = EnvironmentCode(draft.source, draft.class_name, draft.max_turns(season.max_turns))
        identity = sha256(draft.source), draft.hint, sha256(draft.hint)
        environments.append(Environment(slot.environment_id, author, slot.domain, code, *identity))
    return environments


async def written_by_all(season: Season) -> list[Environment]:
    """What all authors of a season of house players write."""
    roster = SeasonRoster(season, Journals(Path("unused: house players cost nothing")))
    environments: list[Environment] = []
    for author in season.authors:
        async with roster.open(author, WEEK) as contestant:
            environments += await written(season, author, contestant)
    return environments


async def play_season(
    season: Season,
    environments: list[Environment],
    sandbox: Sandbox,
    roster_of: Callable[[Season, Journals], Roster] = SeasonRoster,
) -> tuple[int, int, float]:
    """(attempts, turns, seconds) of a whole week."""
    with tempfile.TemporaryDirectory() as folder:
        roster = roster_of(season, Journals(Path(folder)))
        journals: list[Journal] = []
        started = time.perf_counter()
        for solver in season.solvers:
            journal = Journals(Path(folder)).open(WEEK, "solve_attempts", solver)
            async with roster.open(solver, WEEK) as contestant:
                attempts = plan(season, solver, environments)
                await play_all(attempts, contestant, sandbox, journal, season, lambda done, total: None)
            journals.append(journal)
        seconds = time.perf_counter() - started
        records = [
            journal.get(attempt.attempt_id)
            for journal, solver in zip(journals, season.solvers, strict=True)
            for attempt in plan(season, solver, environments)
        ]
    return len(records), sum(record["turns"] for record in records if record), seconds


def peak_mib(who: int) -> float:
    """Peak resident memory, MiB: of this process, or of the largest of its ended children."""
    return resource.getrusage(who).ru_maxrss / (1024 if sys.platform == "linux" else 1024**2)


async def main() -> None:
    season = find_season("house")
    environments = await written_by_all(season)
    table = Table("loop", "attempts", "turns", "seconds", "attempts/s", "turns/s")
    rates = {}
    async with WasmSandbox() as sandbox:
        async with sandbox.episode(environments[0].code) as episode:
            await episode.reset(1)
        for name, where in (("wasm sandbox", sandbox), ("in process, no sandbox", InProcess())):
            attempts, turns, seconds = await play_season(season, environments, where)
            rates[name] = turns / seconds
            table.add_row(
                name,
                str(attempts),
                f"{turns:,}",
                f"{seconds:.2f}",
                f"{attempts / seconds:.0f}",
                f"{turns / seconds:,.0f}",
            )
    console = Console()
    console.print(table)
    sandboxed, bare = rates.values()
    console.print(
        f"{len(environments)} environments; the sandboxed loop makes {sandboxed / bare:.0%} of the bare one's turns"
    )
    console.print(
        f"peak memory: {peak_mib(resource.RUSAGE_SELF):.0f} MiB here, "
        f"{peak_mib(resource.RUSAGE_CHILDREN):.0f} MiB in the largest worker"
    )


if __name__ == "__main__":
    asyncio.run(main())
