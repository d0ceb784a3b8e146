"""Play made up for reports: contestants, environments and attempts of a season, drawn from a seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
import polars as pl

from assets.tables import DOMAINS, GATING_CHECKS

WEEK = date(2026, 11, 30)
"""The last week that is played."""

NAMES = (
    "amber-4-large",
    "house-ada",
    "cobalt.mini",
    "dune-70b",
    "ember-3-pro",
    "flint-2_reasoning",
    "garnet-8b",
    "heron-5",
    "iris-1.5-flash",
)
HOUSE, SOLVER_ONLY, UNPRICED = NAMES[1], NAMES[2], NAMES[3]

TITLES = (
    "Locks & keys",
    "<script>alert('title')</script>",
    '"><svg onload=alert(1)><b>Bold</b> claims',
    "Count <i>down</i> &amp; out ]]> -->",
    "Ünïcode täxi 🚕",
    "Sorting with a broken scale",
)
"""Foreign text, some of it markup."""


@dataclass(frozen=True, slots=True)
class Play:
    """A season as it was played.

    Attributes:
        weeks: oldest first.
        truth: solving and authoring skill of each contestant in logits, shape (contestants, 2).
        environments: a row an environment, admitted or not.
        attempts: a row an attempt, with `success` null where it is incomplete.
    """

    weeks: Sequence[date]
    names: Sequence[str]
    roles: dict[str, list[str]]
    truth: np.ndarray
    environments: pl.DataFrame
    attempts: pl.DataFrame


def made_play(names: Sequence[str], weeks: int, environments: int, seeds: int, chance: np.random.Generator) -> Play:
    """A season. The last author has nearly all of its environments rejected, and its provider fails often."""
    n = len(names)
    truth = np.column_stack([chance.permutation(np.linspace(-1.6, 1.6, n)), chance.permutation(np.linspace(-1, 1, n))])
    roles = {name: ["solver"] if name == SOLVER_ONLY else ["author", "solver"] for name in names}
    mondays = [WEEK - timedelta(weeks=back) for back in reversed(range(weeks))]
    authors = [name for name in names if "author" in roles[name]]
    written = pl.DataFrame(
        [
            _environment(week, author, slot, authors.index(author) == len(authors) - 1 and slot > 1, chance)
            for week in mondays
            for author in authors
            for slot in range(1, environments + 1)
        ]
    ).with_columns(pl.col("failed").is_null().alias("admitted"))
    return Play(mondays, names, roles, truth, written, _attempts(written, names, truth, seeds, chance))


def _environment(week: date, author: str, slot: int, sloppy: bool, chance: np.random.Generator) -> dict[str, object]:
    rejected = chance.random() < (0.95 if sloppy else 0.1)
    reasons = [*GATING_CHECKS, "unreadable", "incomplete"]
    return {
        "week": week,
        "environment_id": f"{week}/{author}/env_{slot:03d}",
        "author": author,
        "domain": DOMAINS[(slot - 1) % len(DOMAINS)],
        "title": TITLES[int(chance.integers(len(TITLES)))],
        "max_turns": 24,
        "failed": reasons[min(int(chance.exponential(4)), len(reasons) - 1)] if rejected else None,
        "withdrawn": bool(not rejected and chance.random() < 0.02),
        "easiness": float(chance.normal(0, 2)),
        "hint": float(chance.normal(1.2, 0.8)),
        "tokens_in": int(chance.integers(2_000, 6_000)),
        "tokens_out": int(chance.integers(1_000, 9_000)),
    }


def _attempts(
    written: pl.DataFrame, names: Sequence[str], truth: np.ndarray, seeds: int, chance: np.random.Generator
) -> pl.DataFrame:
    skill = pl.DataFrame({"solver": names, "solving": truth[:, 0]})
    difficulty = pl.DataFrame({"author": names, "authoring": truth[:, 1]})
    conditions = pl.DataFrame({"condition": ["without_hint", "with_hint"], "helped": [0.0, 1.0]})
    played = (
        written.filter("admitted")
        .select("week", "environment_id", "author", "domain", "withdrawn", "easiness", "hint")
        .join(difficulty, on="author")
        .join(skill, how="cross")
        .join(pl.DataFrame({"seed": np.arange(seeds)}), how="cross")
        .join(conditions, how="cross")
        .sort("environment_id", "solver", "seed", "condition")
    )
    logit = pl.col("solving") - pl.col("authoring") + pl.col("easiness") + pl.col("helped") * pl.col("hint")
    odds = played.select(1 / (1 + (-logit).exp())).to_series().to_numpy()
    last = (played.get_column("solver") == names[-1]) | (played.get_column("author") == names[-1])
    faulty = np.where(last, 0.15, 0.01)
    fault = chance.random(played.height) < faulty
    broke = played.get_column("withdrawn").to_numpy() & (chance.random(played.height) < 0.2)
    success = chance.random(played.height) < odds
    failure = np.array(["terminated", "max_turns", "truncated", "context_length"])
    reason = np.where(success, "terminated", failure[chance.choice(4, played.height, p=[0.5, 0.35, 0.1, 0.05])])
    infrastructure = np.where(chance.random(played.height) < 0.7, "provider_error", "sandbox_error")
    stop = np.where(broke, "environment_error", np.where(fault, infrastructure, reason))
    tokens = pl.Series("tokens_out", chance.integers(200, 3_000, played.height))
    return played.with_columns(
        pl.Series("success", success).alias("won"),
        pl.Series("stop_reason", stop),
        pl.Series("incomplete", broke | fault),
        tokens,
        (tokens * 3).alias("tokens_in"),
        pl.Series("turns", chance.integers(1, 25, played.height)),
    ).with_columns(pl.when(~pl.col("incomplete")).then("won").alias("success"))
