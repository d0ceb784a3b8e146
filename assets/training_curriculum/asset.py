"""Asset `training_curriculum`: the environments worth training on, and the week's exports."""

from pathlib import Path

import dagster as dg
import polars as pl

from assets.admitted import admitted_environments
from assets.catalog import POOL, WAREHOUSE_IO, declared_by, preview
from assets.environment_seeds import used_seeds
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
    # A curriculum is a result like the rankings: none is exported for a week that could not be ranked.
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
    exports: dg.ResourceParam[Path],
) -> pl.DataFrame:
    week = parse_week(context.partition_key)
    withdrawn = set(withdrawn_environments(solve_attempts))
    environments = [
        environment
        for environment in admitted_environments(authored_environments, hint_validations)
        if environment.environment_id not in withdrawn
    ]
    splits = split_environments(environments, season.seed, near_copy)
    ids = [environment.environment_id for environment in environments]
    seeds = {name: training_seeds(season, name, used_seeds(season, name)) for name in ids}
    frame = curriculum(week, solve_attempts, splits, seeds)
    folder = exports / week.isoformat()
    write_exports(folder, season, environments, splits, frame)
    columns = ["learner", "position", "environment_id", "stage", "split", "weight", "success_without_hint", "hint_gain"]
    context.add_output_metadata(
        {
            "preview": preview(frame.sort("learner", "position"), columns, rows=40),
            "exports": dg.MetadataValue.path(folder),
        }
    )
    return frame
