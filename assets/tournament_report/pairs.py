"""The pairs that a report shows: one matched pair of each environment, played by others than its author."""

import polars as pl

from assets.pairwise_outcomes.matched_pairs import foreign, matched_pairs
from assets.scored import scored_attempts

KINDS = ("taught", "harmed", "stumped", "solved")
"""What a pair shows, by how much there is to see: the hint made the difference, spoilt it, was in vain, not needed."""

_PAIR = ("environment_id", "solver", "seed", "trial")
_CONDITIONS = ("without_hint", "with_hint")


def shown_pairs(outcomes: pl.DataFrame) -> pl.DataFrame:
    """At most one pair of each environment: of the first kind that there is, the one of the fewest turns.

    Args:
        outcomes: one week's rows of `solve_attempts`; the transcripts are not read.

    Returns:
        environment_id, author, solver, seed, trial, kind, and the attempt_ids without_hint and with_hint; sorted by
        environment_id.
    """
    # Harmed pairs are solved ones too; the order of KINDS tells them apart.
    kind = pl.coalesce(pl.when(flag).then(pl.lit(flag)) for flag in KINDS)
    pairs = foreign(matched_pairs(scored_attempts(outcomes))).select(*_PAIR, "author", kind=kind)
    for condition in _CONDITIONS:
        attempts = outcomes.filter(pl.col("condition") == condition)
        ids = attempts.select(
            *_PAIR, pl.col("attempt_id").alias(condition), pl.col("turns").alias(f"turns_{condition}")
        )
        pairs = pairs.join(ids, on=_PAIR)
    order = pl.col("kind").replace_strict({kind: place for place, kind in enumerate(KINDS)}, return_dtype=pl.Int32)
    turns = pl.sum_horizontal(f"turns_{condition}" for condition in _CONDITIONS)
    return (
        pairs.sort("environment_id", order, turns, *_PAIR[1:])
        .unique("environment_id", keep="first", maintain_order=True)
        .select("environment_id", "author", "solver", "seed", "trial", "kind", *_CONDITIONS)
    )
