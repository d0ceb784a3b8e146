"""Training seeds: fresh tasks of an environment, none of which any score or check was made on."""

from collections.abc import Collection

from assets.season import Season
from assets.seeds import seeds_of


def training_seeds(season: Season, environment_id: str, used: Collection[int]) -> list[int]:
    """The season's `training_seeds` first seeds of the environment's training stream that are not `used`.

    Args:
        used: the environment's benchmark and validation seeds. A clash has a chance of about 2⁻⁶⁰; it is skipped, so
            that the sets are disjoint by construction.
    """
    drawn = seeds_of(season.seed, "training", season.training_seeds + len(used), environment_id)
    return [seed for seed in drawn if seed not in used][: season.training_seeds]
