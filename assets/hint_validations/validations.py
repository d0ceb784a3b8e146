"""A week's validations: every environment by every check, and the rows of `hint_validations`."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from itertools import groupby

import polars as pl

from assets.admitted import Environment
from assets.concurrently import run_all
from assets.draft import Draft
from assets.environment_seeds import benchmark_seeds, validation_seeds
from assets.hint_validations.probe import probe_attempts, probe_finding
from assets.journal import Journals, OnProgress
from assets.ports import Roster, Sandbox
from assets.season import Season
from assets.solve_attempts.plan import by_solver
from assets.solve_attempts.tournament import play_side_by_side
from assets.tables import HINT_VALIDATIONS
from assets.validation.novelty import judge_novelty
from assets.validation.report import Finding, Report
from assets.validation.validator import validate
from assets.versions import slot_id_of

Row = dict[str, object]

_AT_ONCE = 16
"""Environments that are examined at a time: each holds a live interpreter."""


@dataclass(frozen=True, slots=True)
class _Examined:
    """A row of `authored_environments` and what the gating checks found about it."""

    row: Row
    report: Report

    @property
    def environment(self) -> Environment:
        return Environment.of_row(self.row)


async def validate_week(
    week: date,
    authored: pl.DataFrame,
    earlier: pl.DataFrame,
    season: Season,
    roster: Roster,
    sandbox: Sandbox,
    journals: Journals,
    on_progress: OnProgress,
) -> list[Row]:
    """Try every environment of the week by every check, and let the authors of those that play probe their hints.

    An environment is compared, as to being a near copy, with those of earlier weeks and with those of this week that
    play and whose ids sort before its own; never with other versions of itself.

    Args:
        authored: the week's rows of `authored_environments`.
        earlier: environment_id and source of the earlier environments that none may be a near copy of.

    Raises:
        SandboxError: our fault; nothing has been judged.
    """
    rows = authored.sort("environment_id").to_dicts()
    done = 0

    async def examine(row: Row) -> _Examined:
        nonlocal done
        examined = _Examined(row, await _report(row, season, sandbox))
        done += 1
        on_progress(done, len(rows))
        return examined

    on_progress(0, len(rows))
    examined = await run_all((examine(row) for row in rows), at_once=_AT_ONCE)
    examined = _without_copies(examined, earlier.select("environment_id", "source").rows())
    playing = [one.environment for versions in _by_slot(examined) if (one := _last_admitted(versions))]
    probes = await _probe(week, playing, season, roster, sandbox, journals)
    return [row for one in examined for row in _rows(week, one, probes)]


async def _report(row: Row, season: Season, sandbox: Sandbox) -> Report:
    if row["status"] in ("incomplete", "budget_reached", "kept"):
        return Report.unreadable(f"not judged: {row['error']}", parses=None)
    if row["status"] == "unreadable":
        return Report.unreadable(str(row["error"]).removeprefix("parses: "))
    environment_id = str(row["environment_id"])
    return await validate(
        sandbox,
        Draft(str(row["title"]), str(row["hint"]), str(row["source"]), str(row["class_name"])),
        benchmark_seeds=benchmark_seeds(season, environment_id),
        validation_seeds=validation_seeds(season, environment_id),
        season_max_turns=season.max_turns,
    )


def _without_copies(examined: Sequence[_Examined], earlier: Sequence[tuple[str, str]]) -> list[_Examined]:
    """Judge `novel`: each environment against the earlier ones and those before it that play."""
    judged: list[_Examined] = []
    known = [*earlier]
    for versions in _by_slot(examined):
        compared = [_compared(one, known) for one in versions]
        judged += compared
        if playing := _last_admitted(compared):
            known.append((str(playing.row["environment_id"]), str(playing.row["source"])))
    return judged


def _compared(one: _Examined, known: Sequence[tuple[str, str]]) -> _Examined:
    if one.row["status"] != "written":
        return one
    return _Examined(one.row, one.report.with_finding(judge_novelty(str(one.row["source"]), known)))


def _by_slot(examined: Sequence[_Examined]) -> Iterator[list[_Examined]]:
    """The versions of each slot, the first one first."""
    for _, versions in groupby(examined, key=lambda one: slot_id_of(str(one.row["environment_id"]))):
        yield list(versions)


def _last_admitted(versions: Sequence[_Examined]) -> _Examined | None:
    """The version that plays, where one is admitted."""
    return next((one for one in reversed(versions) if one.report.admitted), None)


async def _probe(
    week: date, playing: Sequence[Environment], season: Season, roster: Roster, sandbox: Sandbox, journals: Journals
) -> dict[str, Finding]:
    """The hint probe of each environment that plays, by id. Attempts are journalled under the author's name."""

    attempts = {environment.environment_id: probe_attempts(season, environment) for environment in playing}
    everything = [attempt for owned in attempts.values() for attempt in owned]
    step = HINT_VALIDATIONS.name
    await play_side_by_side(
        week, step, everything, season, roster, sandbox, journals, lambda author: lambda done, total: None
    )
    opened = {author: journals.open(week, step, author) for author in by_solver(everything)}
    return {name: probe_finding(owned, opened[owned[0].solver]) for name, owned in attempts.items()}


def _rows(week: date, examined: _Examined, probes: dict[str, Finding]) -> Iterator[Row]:
    environment_id = str(examined.row["environment_id"])
    unprobed = Finding("hint_probe", None, "not judged: this version does not play", 0.0)
    for finding in (*examined.report.findings, probes.get(environment_id, unprobed)):
        yield {
            "week": week,
            "environment_id": environment_id,
            "author": examined.row["author"],
            "check_name": finding.check_name,
            "gating": finding.gating,
            "passed": finding.passed,
            "detail": finding.detail,
            "seconds": finding.seconds,
            **asdict(finding.bill),
            "certificates": _certificates(examined.report) if finding.check_name == "winnable" else None,
        }


def _certificates(report: Report) -> list[dict[str, object]]:
    return [{"seed": seed, "actions": list(actions)} for seed, actions in report.certificates]
