"""Asset `authored_environments`: authors write, one step an author, and may harden what they wrote."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

import dagster as dg
import polars as pl

from assets.authored_environments.desk import Desk
from assets.authored_environments.hardening import STEP, Hardening, environment_rows
from assets.authored_environments.writing import write_week
from assets.catalog import POOL, RETRIES, STEP_IO, WAREHOUSE_IO, declared_by, preview
from assets.failures import clear_failures
from assets.journal import Journals, OnProgress
from assets.ports import Progress, Roster, Sandbox
from assets.progress import watched
from assets.season import Season
from assets.tables import AUTHORED_ENVIRONMENTS
from assets.weeks import parse_week


@dataclass(frozen=True, slots=True)
class Commission:
    """An author's work of a week: who writes, and what it is shown of the weeks before."""

    author: str
    dossier: str | None


@dg.op(out=dg.DynamicOut(Commission, io_manager_key=STEP_IO))
def list_authors(dossiers: pl.DataFrame) -> Iterator[dg.DynamicOutput[Commission]]:
    """One output an author of the week."""
    for index, (author, text) in enumerate(dossiers.sort("author").select("author", "text").iter_rows()):
        yield dg.DynamicOutput(Commission(author, text), mapping_key=f"author_{index:03d}")


@dg.op(out=dg.Out(Commission, io_manager_key=STEP_IO), retry_policy=RETRIES)
@clear_failures()
def write_environments(
    context: dg.OpExecutionContext,
    commission: Commission,
    season: dg.ResourceParam[Season],
    roster: dg.ResourceParam[Roster],
    sandbox: dg.ResourceParam[Sandbox],
    journals: dg.ResourceParam[Journals],
    progress: dg.ResourceParam[Progress],
) -> Commission:
    """Write what the author's journal lacks, and say whose journal is complete."""
    author = commission.author
    week = parse_week(context.partition_key)
    journal = journals.open(week, STEP, author)
    on_progress = watched(progress, context.log, STEP, author, "environments")

    async def write() -> None:
        async with roster.open(author, week) as contestant:
            desk = Desk(contestant, sandbox, journal, season, author)
            await write_week(desk, week, commission.dossier, on_progress)

    with journal.held():
        asyncio.run(write())
    return commission


@dg.op(out=dg.Out(list, io_manager_key=STEP_IO), retry_policy=RETRIES)
@clear_failures()
def harden_environments(
    context: dg.OpExecutionContext,
    commissions: list[Commission],
    season: dg.ResourceParam[Season],
    roster: dg.ResourceParam[Roster],
    sandbox: dg.ResourceParam[Sandbox],
    journals: dg.ResourceParam[Journals],
    progress: dg.ResourceParam[Progress],
) -> list[Commission]:
    """Probe what passed, and let the authors harden it. All at once: a panel's member is asked by one step alone."""
    week = parse_week(context.partition_key)
    dossiers = {commission.author: commission.dossier for commission in commissions}
    hardening = Hardening(week, season.at(week), dossiers, roster, sandbox, journals)

    def on_progress(step: str, contestant: str) -> OnProgress:
        return watched(progress, context.log, step, contestant, "attempts" if step != "hardening" else "environments")

    asyncio.run(hardening.run(on_progress))
    return commissions


@dg.op(out=dg.Out(pl.DataFrame, io_manager_key=WAREHOUSE_IO), pool=POOL)
@clear_failures()
def collect_environments(
    context: dg.OpExecutionContext,
    commissions: list[Commission],
    season: dg.ResourceParam[Season],
    journals: dg.ResourceParam[Journals],
) -> pl.DataFrame:
    """Turn the authors' journals into the week's partition."""
    week = parse_week(context.partition_key)
    frame = AUTHORED_ENVIRONMENTS.frame(
        [
            row
            for commission in commissions
            for row in environment_rows(
                season, week, commission.author, journals.open(week, STEP, commission.author), commission.dossier
            )
        ]
    )
    context.add_output_metadata(
        {"preview": preview(frame, ["environment_id", "domain", "title", "max_turns", "tries", "status"], rows=40)}
    )
    return frame


@dg.graph_asset(**declared_by(AUTHORED_ENVIRONMENTS, "sandbox"))
def authored_environments(dossiers: pl.DataFrame) -> pl.DataFrame:
    written = list_authors(dossiers).map(write_environments).collect()
    collected: pl.DataFrame = collect_environments(harden_environments(written))
    return collected
