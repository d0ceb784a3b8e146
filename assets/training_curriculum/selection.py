"""The curriculum: for each learner, the environments at its frontier, from the easiest to the hardest."""

from collections.abc import Mapping, Sequence
from datetime import date

import polars as pl

from assets.contestant_entry import PANEL
from assets.pairwise_outcomes.matched_pairs import foreign, matched_pairs
from assets.scored import scored_attempts
from assets.tables import TRAINING_CURRICULUM

UNAIDED_BOUNDS = (0.05, 0.95)
"""Unaided success within which a learner has something to learn: outside, groups of plays earn a constant reward."""

STAGES = 3
START_HINT_LEVEL = 1
"""Training starts with the author's hint and goes on without: what is chosen is what the hint was seen to help with."""


def curriculum(
    week: date,
    solve_attempts: pl.DataFrame,
    splits: pl.DataFrame,
    training_seeds: Mapping[str, Sequence[int]],
) -> pl.DataFrame:
    """Choose, order and weigh the environments for the panel and for every solver (protocol section 6).

    Frontier: a positive hint gain, and unaided success within UNAIDED_BOUNDS. Of near copies a learner gets the first
    in its order. The sampling weight is proportional to p(1 − p), the variance of the unaided reward: what a group of
    plays has to learn from (a group of equal rewards has no gradient). Order: unaided success from high to low, ties
    by environment_id; stages are thirds of it.

    Args:
        solve_attempts: the week's rows of that table.
        splits: what `split_environments` returns for the week's environments; others are never chosen.
        training_seeds: by environment_id, for every environment of `splits`.

    Returns:
        Rows of `training_curriculum`.
    """
    seeds = pl.DataFrame(
        {"environment_id": list(training_seeds), "training_seeds": [list(row) for row in training_seeds.values()]},
        schema={"environment_id": pl.String, "training_seeds": pl.List(pl.Int64)},
    )
    unaided = pl.col("success_without_hint")
    signal = unaided * (1 - unaided)
    place = pl.int_range(pl.len(), dtype=pl.Int64).over("learner")
    return (
        expected_rewards(solve_attempts)
        .filter(pl.col("hint_gain") > 0, unaided.is_between(*UNAIDED_BOUNDS))
        .join(splits, on="environment_id", how="inner")
        .sort("learner", "success_without_hint", "environment_id", descending=[False, True, False])
        .unique(["learner", "near_copies"], keep="first", maintain_order=True)
        .with_columns(
            pl.lit(week).alias("week"),
            position=place + 1,
            stage=place * STAGES // pl.len().over("learner") + 1,
            weight=signal / signal.sum().over("learner", "split"),
            hint_level=pl.lit(START_HINT_LEVEL),
        )
        .join(seeds, on="environment_id", how="left")
        .select(TRAINING_CURRICULUM.column_names)
        .cast(TRAINING_CURRICULUM.polars_schema)  # type: ignore[arg-type]
        .sort(TRAINING_CURRICULUM.key)
    )


def expected_rewards(solve_attempts: pl.DataFrame) -> pl.DataFrame:
    """Mean success of each learner on each environment, over matched pairs only, so that the gain is their difference.

    A solver learns from its own environments too; the panel of an environment is everybody but its author.

    Returns:
        learner, environment_id, author, domain, success_without_hint, success_with_hint, hint_gain.
    """
    pairs = matched_pairs(scored_attempts(solve_attempts))
    by_learner = pl.concat(
        [
            pairs.with_columns(pl.col("solver").alias("learner")),
            foreign(pairs).with_columns(pl.lit(PANEL).alias("learner")),
        ]
    )
    return (
        by_learner.group_by("learner", "environment_id", "author", "domain")
        .agg(
            success_without_hint=pl.col("unaided").mean(),
            success_with_hint=pl.col("hinted").mean(),
            # Summed before it is divided: an exact difference of counts, so that "no gain" is exactly 0.
            hint_gain=(pl.col("hinted") - pl.col("unaided")).sum() / pl.len(),
        )
        .sort("learner", "environment_id")
    )
