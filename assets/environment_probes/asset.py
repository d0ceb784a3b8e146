"""Asset `environment_probes`: the attempts that authors were told of before they could harden their environments."""

import dagster as dg
import polars as pl

from assets.admitted import Environment
from assets.catalog import POOL, WAREHOUSE_IO, declared_by, preview
from assets.environment_probes.probing import STEP, probe_plan
from assets.failures import clear_failures
from assets.journal import Journals
from assets.season import Season
from assets.solve_attempts.plan import Attempt
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
    by_prober: dict[str, list[Attempt]] = {}
    for attempt in planned_probes(season.at(week), authored_environments):
        by_prober.setdefault(attempt.solver, []).append(attempt)
    frame = ENVIRONMENT_PROBES.frame(
        [
            row
            for prober, attempts in by_prober.items()
            for row in attempt_rows(week, attempts, journals.open(week, STEP, prober))
        ]
    )
    columns = ["environment_id", "solver", "condition", "status", "stop_reason", "turns"]
    context.add_output_metadata({"preview": preview(frame, columns)})
    return frame


def planned_probes(season: Season, authored: pl.DataFrame) -> list[Attempt]:
    """The probes of a week: of each version that was put before its author again.

    Args:
        season: as it is in the week.
        authored: the week's rows of `authored_environments`.
    """
    asked_again = authored.filter(pl.col("version") > 0).select("week", "author", "slot", version=pl.col("version") - 1)
    probed = authored.join(asked_again, on=["week", "author", "slot", "version"], how="semi").sort("environment_id")
    return [attempt for row in probed.iter_rows(named=True) for attempt in probe_plan(season, Environment.of_row(row))]
