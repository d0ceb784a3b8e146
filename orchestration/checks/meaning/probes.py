"""What the probes must be: those that the hardened versions rest on."""

import polars as pl

from assets.environment_probes.asset import planned_probes
from assets.season import Season
from orchestration.checks.meaning.attempts import NAMED_BY
from orchestration.checks.meaning.counting import exactly_once


def every_probe_once(season: Season, authored: pl.DataFrame, probes: pl.DataFrame) -> pl.DataFrame:
    """Every prober has one attempt for each version that was put before its author again, seed and condition."""
    planned = pl.DataFrame(
        [
            (attempt.environment.environment_id, attempt.solver, attempt.seed, attempt.condition, attempt.trial)
            for attempt in planned_probes(season, authored)
        ],
        schema={name: probes.schema[name] for name in NAMED_BY},
        orient="row",
    )
    return exactly_once(planned, probes, NAMED_BY)
