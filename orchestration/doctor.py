"""The doctor: tries what a tournament needs, and says how to mend what is missing."""

import asyncio
import platform
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

from rich.markup import escape
from rich.table import Table

from assets.errors import DuelsError
from assets.season import Season
from orchestration.resources.home import Home
from orchestration.resources.sandbox.choice import chosen, open_sandbox
from orchestration.resources.sandbox.guarantees import GUARANTEES
from orchestration.resources.sandbox.trial import try_out
from orchestration.resources.seasons import find_season

_MARKS = {True: "[green]works[/green]", False: "[red]fails[/red]", None: ""}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried, or (where `works` is None) is to be known about it."""

    name: str
    works: bool | None
    detail: str


def examine(season_name: str | None) -> list[Finding]:
    """Try Python, the season, the home, each language model (one cheap call) and the sandbox."""
    python = Finding("Python", works=True, detail=f"{platform.python_version()} at {sys.executable}")
    findings = [python, _try("season", _season, season_name)]
    season = find_season(season_name) if findings[-1].works else None
    if season:
        findings.append(_try("home", _home, season))
        findings.extend(_contestants(season))
    findings.extend(_sandbox(season))
    return findings


def draw_findings(findings: list[Finding]) -> Table:
    """The findings as a terminal table."""
    table = Table(show_header=False, box=None, pad_edge=False)
    for finding in findings:
        table.add_row(_MARKS[finding.works], f"[bold]{escape(finding.name)}[/bold]", escape(finding.detail))
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


def _sandbox(season: Season | None) -> list[Finding]:
    """Play in the sandbox that a tournament would play in, and say what it is worth."""
    try:
        choice = chosen(season.sandbox if season else None)
    except DuelsError as error:
        return [Finding("sandbox", works=False, detail=str(error))]

    def play() -> str:
        with closing(open_sandbox(choice)) as sandbox:
            sandbox.prepare()
            asyncio.run(try_out(sandbox))
            return (
                f"{sandbox.description}: a tiny environment was played; a hostile one that looked for files, keys, the "
                "network and processes found nothing, and its endless loop was stopped"
            )

    guarantees = GUARANTEES[choice.backend]
    found = _try("sandbox", play)
    if not found.works:
        return [found]
    return [
        found,
        *_told("  guarantees", guarantees.holds),
        *_told("  leaves open", guarantees.leaves_open),
    ]


def _told(name: str, sentences: Sequence[str]) -> list[Finding]:
    """A row a sentence, the first of them named."""
    return [Finding("" if row else name, works=None, detail=sentence) for row, sentence in enumerate(sentences)]
