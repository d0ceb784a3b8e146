"""The seeds of an environment: what it is scored on, tried on, probed on, and which are therefore spent."""

from assets.season import Season
from assets.seeds import seeds_of

NULL_POLICY_SEEDS = 100
"""Seeds on which the null policies play (protocol section 3: at least 100)."""

PROBE_SEEDS = 2


def benchmark_seeds(season: Season, environment_id: str) -> list[int]:
    """The seeds that the environment is scored on; the id holds the week."""
    return seeds_of(season.seed, "benchmark", season.benchmark_seeds, environment_id)


def validation_seeds(season: Season, environment_id: str) -> list[int]:
    """The seeds on which the null policies play."""
    return seeds_of(season.seed, "validation", NULL_POLICY_SEEDS, environment_id)


def draft_seeds(season: Season, environment_id: str) -> list[int]:
    """Stand-ins for the benchmark seeds while the author still mends: its findings may name them."""
    return seeds_of(season.seed, "validation", season.benchmark_seeds, environment_id, "draft")


def probe_seeds(season: Season, environment_id: str) -> list[int]:
    """The seeds on which the author plays its own environment."""
    return seeds_of(season.seed, "probe", PROBE_SEEDS, environment_id)


def hardening_seeds(season: Season, environment_id: str) -> list[int]:
    """The seeds on which an environment is probed before its author may harden it."""
    return seeds_of(season.seed, "probe", PROBE_SEEDS, environment_id, "harden")


def used_seeds(season: Season, environment_id: str) -> set[int]:
    """Every seed that something was measured on: no training seed may be among them."""
    streams = (benchmark_seeds, validation_seeds, draft_seeds, probe_seeds, hardening_seeds)
    return {seed for stream in streams for seed in stream(season, environment_id)}
