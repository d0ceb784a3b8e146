"""Asset `solve_attempts`: every solver plays every admitted environment; one step a solver."""

import asyncio
from collections.abc import Iterator

import dagster as dg
import polars as pl

from assets.admitted import played_environments
from assets.catalog import POOL, RETRIES, STEP_IO, WAREHOUSE_IO, declared_by, preview
from assets.contestants.entries import with_role
from assets.failures import clear_failures
from assets.journal import Journals
from assets.ports import Progress, Roster, Sandbox
from assets.progress import watched
from assets.season import Season
from assets.solve_attempts.plan import plan
from assets.solve_attempts.tournament import attempt_rows, play_all
from assets.tables import SOLVE_ATTEMPTS
from assets.weeks import parse_week

STEP = SOLVE_ATTEMPTS.name


# Waits for the environments: a run whose authors are never listed would wait for ever for solvers that already are.
@dg.op(ins={"validated": dg.In(dg.Nothing)}, out=dg.DynamicOut(str, io_manager_key=STEP_IO))
def list_solvers(contestants: pl.DataFrame) -> Iterator[dg.DynamicOutput[str]]:
    """One output a solver of the week."""
    for index, solver in enumerate(with_role(contestants, "solver")):
        yield dg.DynamicOutput(solver, mapping_key=f"solver_{index:03d}")


@dg.op(out=dg.Out(str, io_manager_key=STEP_IO), retry_policy=RETRIES)
@clear_failures()
def play_solver(
    context: dg.OpExecutionContext,
    solver: str,
    authored_environments: pl.DataFrame,
    hint_validations: pl.DataFrame,
    season: dg.ResourceParam[Season],
    roster: dg.ResourceParam[Roster],
    sandbox: dg.ResourceParam[Sandbox],
    journals: dg.ResourceParam[Journals],
    progress: dg.ResourceParam[Progress],
) -> str:
    """Play what the solver's journal lacks, and say whose journal is complete."""
    attempts = plan(season, solver, played_environments(authored_environments, hint_validations))
    week = parse_week(context.partition_key)
    journal = journals.open(week, STEP, solver)
    on_progress = watched(progress, context.log, STEP, solver, "attempts")

    async def play_week() -> None:
        async with roster.open(solver, week) as contestant:
            await play_all(attempts, contestant, sandbox, journal, season, on_progress)

    with journal.held():
        asyncio.run(play_week())
    return solver


@dg.op(out=dg.Out(pl.DataFrame, io_manager_key=WAREHOUSE_IO), pool=POOL)
@clear_failures()
def collect_attempts(
    context: dg.OpExecutionContext,
    solvers: list[str],
    authored_environments: pl.DataFrame,
    hint_validations: pl.DataFrame,
    season: dg.ResourceParam[Season],
    journals: dg.ResourceParam[Journals],
) -> pl.DataFrame:
    """Turn the solvers' journals into the week's partition."""
    week = parse_week(context.partition_key)
    environments = played_environments(authored_environments, hint_validations)
    rows = [
        row
        for solver in solvers
        for row in attempt_rows(week, plan(season, solver, environments), journals.open(week, STEP, solver))
    ]
    frame = SOLVE_ATTEMPTS.frame(rows)
    by_status = dict(frame.group_by("status").len().iter_rows())
    context.add_output_metadata(
        {
            "preview": preview(
                frame, ["environment_id", "solver", "seed", "condition", "status", "stop_reason", "turns"]
            ),
            **{status: by_status.get(status, 0) for status in ("success", "failure", "incomplete")},
        }
    )
    return frame


@dg.graph_asset(**declared_by(SOLVE_ATTEMPTS, "sandbox"))
def solve_attempts(
    contestants: pl.DataFrame, authored_environments: pl.DataFrame, hint_validations: pl.DataFrame
) -> pl.DataFrame:
    solvers = list_solvers(contestants, validated=hint_validations)
    played = solvers.map(lambda solver: play_solver(solver, authored_environments, hint_validations))
    collected: pl.DataFrame = collect_attempts(played.collect(), authored_environments, hint_validations)
    return collected
