"""Asset `environment_probes`: the attempts that authors were told of before they could harden their environments."""

import dagster as dg
import polars as pl

from assets.catalog import POOL, WAREHOUSE_IO, declared_by, preview
from assets.environment_probes.probing import planned_probes
from assets.failures import clear_failures
from assets.journal import Journals
from assets.season import Season
from assets.solve_attempts.plan import by_solver
from assets.solve_attempts.tournament import attempt_rows
from assets.tables import ENVIRONMENT_PROBES
from assets.weeks import parse_week


@dg.asset(**declared_by(ENVIRONMENT_PROBES), pool=POOL, io_manager_key=WAREHOUSE_IO)
@clear_failures()
def environment_probes(
    context: dg.AssetExecutionContext,
    authored_environments: pl.DataFrame,
    season: dg.ResourceParam[Season],
    journals: dg.ResourceParam[Journals],
) -> pl.DataFrame:
    """Turn the probers' journals into the week's partition."""
    week = parse_week(context.partition_key)
    probes = planned_probes(season.at(week), authored_environments)
    frame = ENVIRONMENT_PROBES.frame(
        [
            row
            for prober, attempts in by_solver(probes).items()
            for row in attempt_rows(week, attempts, journals.open(week, ENVIRONMENT_PROBES.name, prober))
        ]
    )
    columns = ["environment_id", "solver", "condition", "status", "stop_reason", "turns"]
    context.add_output_metadata({"preview": preview(frame, columns)})
    return frame
