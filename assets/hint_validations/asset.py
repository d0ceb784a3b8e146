"""Asset `hint_validations`: each environment is tried by every check before anybody plays it."""

import asyncio

import dagster as dg
import polars as pl

from assets.admitted import admitted_ids, no_designs
from assets.catalog import POOL, RETRIES, STEP_IO, WAREHOUSE_IO, declared_by, preview
from assets.failures import clear_failures
from assets.hint_validations.validations import validate_week
from assets.journal import Journals
from assets.ports import History, Progress, Roster, Sandbox
from assets.progress import watched
from assets.season import Season
from assets.tables import HINT_VALIDATIONS
from assets.week_results import AFTER_THE_WEEKS_BEFORE, NAME
from assets.weeks import parse_week

STEP = HINT_VALIDATIONS.name


@dg.op(ins={NAME: dg.In(dg.Nothing)}, out=dg.Out(list, io_manager_key=STEP_IO), retry_policy=RETRIES)
@clear_failures()
def run_checks(
    context: dg.OpExecutionContext,
    authored_environments: pl.DataFrame,
    season: dg.ResourceParam[Season],
    roster: dg.ResourceParam[Roster],
    sandbox: dg.ResourceParam[Sandbox],
    journals: dg.ResourceParam[Journals],
    progress: dg.ResourceParam[Progress],
    history: dg.ResourceParam[History],
) -> list[dict[str, object]]:
    """Run every check on every environment: rows of `hint_validations`. The probe asks the authors, so no pool here."""
    week = parse_week(context.partition_key)
    on_progress = watched(progress, context.log, STEP, "validator", "environments")
    earlier = history.played_before(week) if season.looks_back else no_designs()
    return asyncio.run(
        validate_week(week, authored_environments, earlier, season, roster, sandbox, journals, on_progress)
    )


@dg.op(out=dg.Out(pl.DataFrame, io_manager_key=WAREHOUSE_IO), pool=POOL)
def collect_validations(context: dg.OpExecutionContext, rows: list[dict[str, object]]) -> pl.DataFrame:
    """Turn the findings into the week's partition."""
    frame = HINT_VALIDATIONS.frame(rows)
    columns = ["environment_id", "check_name", "gating", "passed", "detail"]
    context.add_output_metadata(
        {
            "admitted": admitted_ids(frame).height,
            "rejected": frame.get_column("environment_id").n_unique() - admitted_ids(frame).height,
            "preview": preview(frame.sort(pl.col("passed").fill_null(value=False), *HINT_VALIDATIONS.key), columns, 40),
        }
    )
    return frame


@dg.graph_asset(
    **declared_by(HINT_VALIDATIONS, "sandbox"),
    ins={NAME: dg.AssetIn(partition_mapping=AFTER_THE_WEEKS_BEFORE.partition_mapping, dagster_type=dg.Nothing)},
)
def hint_validations(authored_environments: pl.DataFrame, week_results: None) -> pl.DataFrame:
    collected: pl.DataFrame = collect_validations(run_checks(authored_environments, week_results=week_results))
    return collected
