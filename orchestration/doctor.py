"""The doctor: tries what a tournament needs, and says how to mend what is missing."""

import asyncio
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass

from rich.markup import escape
from rich.table import Table

from assets.errors import DuelsError, OperatorError
from assets.ports import EnvironmentCode
from assets.season import Season
from orchestration.resources.home import Home
from orchestration.resources.sandbox.wasm import WasmSandbox
from orchestration.resources.seasons import find_season

_TINY_ENVIRONMENT = EnvironmentCode(
    source="class Tiny:\n"
    "    def __init__(self, max_turns=1): pass\n"
    "    def reset(self, seed): return f'seed {seed}', {}\n"
    "    def step(self, action): return action, 1.0, True, False, {}\n"
    "    def solution(self): return ['x']\n",
    class_name="Tiny",
    max_turns=1,
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried."""

    name: str
    works: bool
    detail: str


def examine(season_name: str | None) -> list[Finding]:
    """Try Python, the season, the home, each language model (one cheap call) and the sandbox."""
    python = Finding("Python", works=True, detail=f"{platform.python_version()} at {sys.executable}")
    findings = [python, _try("season", _season, season_name)]
    if findings[-1].works:
        season = find_season(season_name)
        findings.append(_try("home", _home, season))
        findings.extend(_contestants(season))
    findings.append(_try("sandbox", _sandbox))
    return findings


def draw_findings(findings: list[Finding]) -> Table:
    """The findings as a terminal table."""
    table = Table(show_header=False, box=None, pad_edge=False)
    for finding in findings:
        mark = "[green]works[/green]" if finding.works else "[red]fails[/red]"
        table.add_row(mark, f"[bold]{escape(finding.name)}[/bold]", escape(finding.detail))
    return table


def _try[**P](name: str, probe: Callable[P, str], *args: P.args, **kwargs: P.kwargs) -> Finding:
    try:
        return Finding(name, works=True, detail=probe(*args, **kwargs))
    except DuelsError as error:
        return Finding(name, works=False, detail=str(error))


def _season(name: str | None) -> str:
    season = find_season(name)
    return f"{season.name}: {len(season.authors)} authors, {len(season.solvers)} solvers"


def _home(season: Season) -> str:
    home = Home.from_environment()
    home.examine(season)
    return str(home.root)


def _contestants(season: Season) -> list[Finding]:
    """One cheap call to each language model."""
    models = [entry for entry in season.contestants if not entry.is_house]
    if not models:
        return []
    # litellm takes seconds to import and is needed by seasons with real models only.
    from orchestration.resources.language_model.check_up import check_up

    return [Finding(f"contestant {found.contestant}", found.works, found.detail) for found in check_up(models)]


def _sandbox() -> str:
    async def play() -> str:
        async with WasmSandbox() as sandbox, sandbox.episode(_TINY_ENVIRONMENT) as episode:
            return await episode.reset(7)

    if asyncio.run(play()) != "seed 7":
        raise OperatorError("wasm: a tiny environment gave a wrong answer; reinstall pyeryx")
    return "wasm: a tiny environment was played; memory, CPU, wall time and output are bounded for every call"
