"""Worlds and weeks made up for tests; drawn here in a plain way of their own, not by the code under test."""

import numpy as np
import polars as pl
from scipy import special

from assets.power.world import World

EVEN = World(
    ability_spread=1.0,
    hinted_ability=0.7,
    difficulty=0.3,
    difficulty_spread=0.0,
    hint_effect=1.0,
    hint_spread=0.0,
)
"""All environments alike: what is left is the coin toss of each attempt."""

ROUGH = World(
    ability_spread=1.2,
    hinted_ability=0.8,
    difficulty=0.5,
    difficulty_spread=1.5,
    hint_effect=1.0,
    hint_spread=1.0,
)
"""Environments differ, the way real ones do."""


def chances(world: World, ability: float, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A solver's chances without and with the hint on that many environments."""
    rng = np.random.default_rng(seed)
    difficulty = rng.normal(world.difficulty, world.difficulty_spread, count)
    hint = rng.normal(world.hint_effect, world.hint_spread, count)
    return special.expit(ability - difficulty), special.expit(world.hinted_ability * ability - difficulty + hint)


def played_week(
    world: World,
    contestants: int,
    environments: int,
    seeds: int,
    seed: int,
    *,
    shared: float = 0.6,
    author_spread: float = 0.5,
) -> pl.DataFrame:
    """Scored attempts of a week in this world, in which everybody plays everything.

    Args:
        shared: share of the variance between environments that all solvers have in common; the rest is what suits the
            one solver and not the other.
        author_spread: standard deviation of the authors' mean difficulties, which the world doesn't know.
    """
    rng = np.random.default_rng(seed)
    shape = (contestants, environments, contestants)
    common, own = np.sqrt(shared), np.sqrt(1 - shared)

    def spread(scale: float) -> np.ndarray:
        return scale * (common * rng.standard_normal((*shape[:2], 1)) + own * rng.standard_normal(shape))

    ability = rng.normal(0, world.ability_spread, contestants)
    author = rng.normal(0, author_spread, (contestants, 1, 1))
    difficulty = world.difficulty + author + spread(world.difficulty_spread)
    hint = world.hint_effect + spread(world.hint_spread)
    success = np.stack([ability - difficulty, world.hinted_ability * ability - difficulty + hint], axis=-1)
    won = rng.random((*shape, seeds, 2)) < special.expit(success)[..., None, :]
    author_at, slot, solver, seed_at, condition = (axis.ravel() for axis in np.indices(won.shape))
    names = np.array([f"player_{number:02d}" for number in range(contestants)])
    return pl.DataFrame(
        {
            "environment_id": [f"week/{names[a]}/env_{e:03d}" for a, e in zip(author_at, slot, strict=True)],
            "author": names[author_at],
            "solver": names[solver],
            "domain": "optimization",
            "seed": seed_at,
            "trial": 0,
            "condition": np.array(["without_hint", "with_hint"])[condition],
            "success": won.ravel().astype(float),
        }
    )
