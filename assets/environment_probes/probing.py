"""Probing: the author and the panel play an environment on seeds that no score rests on, in both conditions."""

import polars as pl

from assets.admitted import Environment
from assets.environment_seeds import hardening_seeds
from assets.season import Season
from assets.solve_attempts.plan import Attempt, matched_pair


def probe_plan(season: Season, environment: Environment) -> list[Attempt]:
    """The attempts of an environment's probers, matched pairs side by side.

    Args:
        season: as it is in the week.
    """
    return [
        attempt
        for prober in season.probers(environment.author)
        for seed in hardening_seeds(season, environment.environment_id)
        for attempt in matched_pair(season, prober, environment, seed)
    ]


def planned_probes(season: Season, authored: pl.DataFrame) -> list[Attempt]:
    """The probes of a week: of each version that was put before its author again.

    Args:
        season: as it is in the week.
        authored: the week's rows of `authored_environments`.
    """
    asked_again = authored.filter(pl.col("version") > 0).select("week", "author", "slot", version=pl.col("version") - 1)
    probed = authored.join(asked_again, on=["week", "author", "slot", "version"], how="semi").sort("environment_id")
    return [attempt for row in probed.iter_rows(named=True) for attempt in probe_plan(season, Environment.of_row(row))]
