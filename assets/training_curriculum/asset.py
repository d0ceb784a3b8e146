"""Assets `training_curriculum` and `training_exports`: what is worth training on, and the files that trainers load."""

from pathlib import Path

import dagster as dg
import polars as pl

from assets.admitted import Environment, played_environments
from assets.catalog import GROUP, OWNERS, POOL, WAREHOUSE_IO, declared_by, preview
from assets.environment_seeds import used_seeds
from assets.failures import clear_failures
from assets.partitions import WEEKS
from assets.scored import withdrawn_environments
from assets.season import Season
from assets.tables import TRAINING_CURRICULUM
from assets.training_curriculum.exports import write_exports
from assets.training_curriculum.selection import curriculum
from assets.training_curriculum.splits import split_environments
from assets.training_curriculum.training_seeds import training_seeds
from assets.validation.similarity import near_copy
from assets.weeks import parse_week


@dg.asset(
    **declared_by(TRAINING_CURRICULUM),
    # A curriculum is a result like the rankings: none is made for a week that could not be ranked.
    deps=["rankings"],
    io_manager_key=WAREHOUSE_IO,
    pool=POOL,
)
def training_curriculum(
    context: dg.AssetExecutionContext,
    authored_environments: pl.DataFrame,
    hint_validations: pl.DataFrame,
    solve_attempts: pl.DataFrame,
    season: dg.ResourceParam[Season],
) -> pl.DataFrame:
    environments = _kept(authored_environments, hint_validations, solve_attempts)
    splits = split_environments(environments, season.seed, near_copy)
    ids = [environment.environment_id for environment in environments]
    seeds = {name: training_seeds(season, name, used_seeds(season, name)) for name in ids}
    frame = curriculum(parse_week(context.partition_key), solve_attempts, splits, seeds)
    columns = ["learner", "position", "environment_id", "stage", "split", "weight", "success_without_hint", "hint_gain"]
    context.add_output_metadata({"preview": preview(frame.sort("learner", "position"), columns, rows=40)})
    return frame


@dg.asset(
    description="The week's training exports, a folder a tool: EnvDuels format 1 and ms-swift rows.",
    group_name=GROUP,
    owners=OWNERS,
    kinds={"json"},
    tags={"step": "training_exports"},
    partitions_def=WEEKS,
)
@clear_failures()
def training_exports(
    context: dg.AssetExecutionContext,
    authored_environments: pl.DataFrame,
    hint_validations: pl.DataFrame,
    solve_attempts: pl.DataFrame,
    training_curriculum: pl.DataFrame,
    season: dg.ResourceParam[Season],
    exports: dg.ResourceParam[Path],
) -> dg.MaterializeResult[None]:
    environments = _kept(authored_environments, hint_validations, solve_attempts)
    splits = split_environments(environments, season.seed, near_copy)
    folder = exports / context.partition_key
    write_exports(folder, season, environments, splits, training_curriculum)
    return dg.MaterializeResult(metadata={"folder": dg.MetadataValue.path(folder), "environments": len(environments)})


def _kept(
    authored_environments: pl.DataFrame, hint_validations: pl.DataFrame, solve_attempts: pl.DataFrame
) -> list[Environment]:
    """The admitted environments that kept their contract all week."""
    withdrawn = set(withdrawn_environments(solve_attempts))
    admitted = played_environments(authored_environments, hint_validations)
    return [environment for environment in admitted if environment.environment_id not in withdrawn]
