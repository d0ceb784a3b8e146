"""Splits: train, validation and test by environment, the same for every learner, near copies kept together."""

from collections.abc import Callable, Sequence

import polars as pl

from assets.admitted import Environment
from assets.seeds import seed_of

SHARES = {"train": 0.8, "validation": 0.1, "test": 0.1}
"""What each split should hold of the environments (the published export: 72, 9 and 9 of 90)."""


def split_environments(
    environments: Sequence[Environment], season_seed: str, near_copy: Callable[[str, str], bool]
) -> pl.DataFrame:
    """Assign every environment to a split.

    Groups of near copies are taken in an order drawn from the season's seed, and each goes as a whole to the split
    that lacks most of its share. Few environments may leave validation or test empty; train never is.

    Args:
        near_copy: whether two sources are near copies of each other.

    Returns:
        environment_id, near_copies (the group: its smallest environment_id) and split, sorted by environment_id.
    """
    groups = near_copy_groups(
        {environment.environment_id: environment.code.source for environment in environments}, near_copy
    )
    lacking = {split: share * len(environments) for split, share in SHARES.items()}
    rows = []
    for group in sorted(groups, key=lambda group: seed_of(season_seed, "split", group[0])):
        split = max(lacking, key=lacking.__getitem__)
        lacking[split] -= len(group)
        rows += [(environment_id, group[0], split) for environment_id in group]
    return pl.DataFrame(
        rows, schema={"environment_id": pl.String, "near_copies": pl.String, "split": pl.String}, orient="row"
    ).sort("environment_id")


def near_copy_groups(sources: dict[str, str], near_copy: Callable[[str, str], bool]) -> list[list[str]]:
    """The connected components of "is a near copy of": ids in order within a group, groups in order of their first.

    A chain of near copies is one group, though its ends may differ: a split between any two links would leak.
    """
    groups: list[list[str]] = []
    for environment_id, source in sorted(sources.items()):
        touched = [group for group in groups if any(near_copy(sources[member], source) for member in group)]
        apart = [group for group in groups if group not in touched]
        groups = [*apart, sorted([environment_id, *(member for group in touched for member in group)])]
    return sorted(groups)
