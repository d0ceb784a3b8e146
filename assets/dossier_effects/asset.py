"""Asset `dossier_effects`: what being shown a dossier does to an author's environments."""

import dagster as dg
import polars as pl

from assets.catalog import POOL, WAREHOUSE_IO, declared_by, preview
from assets.dossier_effects.effects import dossier_effects as effects_of
from assets.dossier_effects.outcomes import VALIDATIONS_READ, weekly_outcomes
from assets.failures import clear_failures
from assets.ports import History
from assets.season import Season
from assets.seeds import seed_of
from assets.tables import DOSSIER_EFFECTS, DOSSIERS, HINT_VALIDATIONS
from assets.week_results import AFTER_THE_WEEKS_BEFORE
from assets.weeks import parse_week

_SHOWN = ("week", "author", "dossier")


@dg.asset(
    **declared_by(DOSSIER_EFFECTS),
    # It is a result like the rankings: none for a week that could not be ranked.
    deps=["rankings", AFTER_THE_WEEKS_BEFORE],
    io_manager_key=WAREHOUSE_IO,
    pool=POOL,
)
@clear_failures()
def dossier_effects(
    context: dg.AssetExecutionContext,
    contestants: pl.DataFrame,
    dossiers: pl.DataFrame,
    hint_validations: pl.DataFrame,
    solve_attempts: pl.DataFrame,
    season: dg.ResourceParam[Season],
    history: dg.ResourceParam[History],
) -> pl.DataFrame:
    week = parse_week(context.partition_key)
    validations = history.rows_before(week, HINT_VALIDATIONS, VALIDATIONS_READ)
    outcomes = [
        weekly_outcomes(
            played.week, played.contestants, validations.filter(pl.col("week") == played.week), played.solve_attempts
        )
        for played in history.before(week)
    ]
    outcomes.append(weekly_outcomes(week, contestants, hint_validations, solve_attempts))
    shown = pl.concat([history.rows_before(week, DOSSIERS, _SHOWN), dossiers.select(_SHOWN)])
    seed = seed_of(season.seed, "bootstrap", week, DOSSIER_EFFECTS.name)
    frame = effects_of(week, pl.concat(outcomes), shown, seed)
    context.add_output_metadata({"preview": preview(frame, [name for name in frame.columns if name != "week"])})
    return frame
