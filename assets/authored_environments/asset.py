"""Asset `authored_environments`: every author writes its environments; one step an author."""

import asyncio
from collections.abc import Iterator

import dagster as dg
import polars as pl

from assets.authored_environments.writing import Desk, environment_rows, write_week
from assets.catalog import POOL, RETRIES, STEP_IO, WAREHOUSE_IO, declared_by, preview
from assets.contestants.entries import with_role
from assets.failures import clear_failures
from assets.journal import Journals
from assets.ports import Progress, Roster, Sandbox
from assets.progress import watched
from assets.season import Season
from assets.tables import AUTHORED_ENVIRONMENTS
from assets.weeks import parse_week

STEP = AUTHORED_ENVIRONMENTS.name


@dg.op(out=dg.DynamicOut(str, io_manager_key=STEP_IO))
def list_authors(contestants: pl.DataFrame) -> Iterator[dg.DynamicOutput[str]]:
    """One output an author of the week."""
    for index, author in enumerate(with_role(contestants, "author")):
        yield dg.DynamicOutput(author, mapping_key=f"author_{index:03d}")


@dg.op(out=dg.Out(str, io_manager_key=STEP_IO), retry_policy=RETRIES)
@clear_failures()
def write_environments(
    context: dg.OpExecutionContext,
    author: str,
    season: dg.ResourceParam[Season],
    roster: dg.ResourceParam[Roster],
    sandbox: dg.ResourceParam[Sandbox],
    journals: dg.ResourceParam[Journals],
    progress: dg.ResourceParam[Progress],
) -> str:
    """Write what the author's journal lacks, and say whose journal is complete."""
    week = parse_week(context.partition_key)
    journal = journals.open(week, STEP, author)
    on_progress = watched(progress, context.log, STEP, author, "environments")

    async def write() -> None:
        async with roster.open(author, week) as contestant:
            await write_week(Desk(contestant, sandbox, journal, season, author), week, on_progress)

    with journal.held():
        asyncio.run(write())
    return author


@dg.op(out=dg.Out(pl.DataFrame, io_manager_key=WAREHOUSE_IO), pool=POOL)
@clear_failures()
def collect_environments(
    context: dg.OpExecutionContext,
    authors: list[str],
    season: dg.ResourceParam[Season],
    journals: dg.ResourceParam[Journals],
) -> pl.DataFrame:
    """Turn the authors' journals into the week's partition."""
    week = parse_week(context.partition_key)
    frame = AUTHORED_ENVIRONMENTS.frame(
        [row for author in authors for row in environment_rows(season, week, author, journals.open(week, STEP, author))]
    )
    context.add_output_metadata(
        {"preview": preview(frame, ["environment_id", "domain", "title", "max_turns", "tries", "status"], rows=30)}
    )
    return frame


@dg.graph_asset(**declared_by(AUTHORED_ENVIRONMENTS, "sandbox"))
def authored_environments(contestants: pl.DataFrame) -> pl.DataFrame:
    collected: pl.DataFrame = collect_environments(list_authors(contestants).map(write_environments).collect())
    return collected
