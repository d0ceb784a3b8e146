"""Assets `environment_designs` and `design_convergence`: what is written, and whether authors grow alike."""

import dagster as dg
import polars as pl

from assets.admitted import played_designs
from assets.catalog import POOL, WAREHOUSE_IO, declared_by, preview
from assets.design_convergence import convergence, designs
from assets.failures import clear_failures
from assets.ports import History
from assets.season import Season
from assets.seeds import seed_of
from assets.tables import DESIGN_CONVERGENCE, ENVIRONMENT_DESIGNS
from assets.week_results import AFTER_THE_WEEKS_BEFORE
from assets.weeks import parse_week


@dg.asset(**declared_by(ENVIRONMENT_DESIGNS), deps=[AFTER_THE_WEEKS_BEFORE], io_manager_key=WAREHOUSE_IO, pool=POOL)
@clear_failures()
def environment_designs(
    context: dg.AssetExecutionContext,
    authored_environments: pl.DataFrame,
    hint_validations: pl.DataFrame,
    history: dg.ResourceParam[History],
) -> pl.DataFrame:
    so_far = _so_far(history, context.partition_key, authored_environments, hint_validations)
    frame = designs.environment_designs(parse_week(context.partition_key), so_far, hint_validations)
    columns = ["environment_id", "source_tokens", "action_space", "actions", "feedback"]
    shown = preview(frame, [*columns, "nearest_environment_id", "nearest_similarity"], rows=40)
    context.add_output_metadata({"preview": shown, "environments_of_the_season": so_far.height})
    return frame


@dg.asset(
    **declared_by(DESIGN_CONVERGENCE),
    # Compared are the designs that could be described.
    deps=["environment_designs", AFTER_THE_WEEKS_BEFORE],
    io_manager_key=WAREHOUSE_IO,
    pool=POOL,
)
@clear_failures()
def design_convergence(
    context: dg.AssetExecutionContext,
    authored_environments: pl.DataFrame,
    hint_validations: pl.DataFrame,
    season: dg.ResourceParam[Season],
    history: dg.ResourceParam[History],
) -> pl.DataFrame:
    week = parse_week(context.partition_key)
    so_far = _so_far(history, context.partition_key, authored_environments, hint_validations)
    authors = authored_environments.get_column("author").unique().sort().to_list()
    seed = seed_of(season.seed, "bootstrap", week, DESIGN_CONVERGENCE.name)
    frame = convergence.design_convergence(week, authors, so_far, seed)
    columns = ["author", "other_author", "similarity", "similarity_slope", "similarity_p_holm", "follows"]
    shown = preview(frame, [*columns, "follows_slope", "follows_p_holm", "excess", "excess_p_holm"], rows=80)
    context.add_output_metadata({"preview": shown})
    return frame


def _so_far(
    history: History, partition_key: str, authored_environments: pl.DataFrame, hint_validations: pl.DataFrame
) -> pl.DataFrame:
    """The admitted environments of the season up to and with a week, by id."""
    earlier = history.played_before(parse_week(partition_key))
    return pl.concat([earlier, played_designs(authored_environments, hint_validations)])
