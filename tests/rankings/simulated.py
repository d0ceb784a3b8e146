"""Simulated tournaments whose truth is known: do the intervals cover it? Run by hand for the table in the docs.

    python tests/rankings/simulated.py 500

The truth of a board is what its contestants would score with environments without end: their abilities, and for what
depends on an author's environments the same estimator on the expected outcomes of 1,000 of them an author.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import special

sys.path.insert(0, str(Path(__file__).parents[1]))

from made_weeks import everyone

from assets.pairwise_outcomes.duels import duel_results
from assets.ports import PlayedWeek
from assets.rankings.boards import standings
from assets.rankings.correlations import disattenuated, with_draws
from assets.rankings.evidence import Evidence, WeekEvidence
from assets.rankings.standing import Standing
from assets.ratings.elo import ELO, MEAN
from assets.ratings.rasch import Trials, fit_rasch
from assets.tables import DOMAINS

type Array = NDArray[np.float64]

WEEK = date(2026, 11, 30)
ENDLESS = 1000
"""Environments an author that stand for endlessly many."""


@dataclass(frozen=True)
class World:
    """What a tournament is drawn from, in logits.

    Attributes:
        ability: of each contestant as a solver.
        difficulty, hint: of each contestant as an author: mean difficulty and mean effect of the hint.
        spread: standard deviation of both between the environments of one author.
    """

    ability: Array
    difficulty: Array
    hint: Array
    spread: float = 1.0

    @classmethod
    def drawn(cls, chance: np.random.Generator, contestants: int) -> "World":
        ability, difficulty = chance.normal(0, 1, (2, contestants))
        return cls(ability, difficulty, chance.normal(1, 0.7, contestants))

    @property
    def names(self) -> list[str]:
        return [f"player_{number}" for number in range(self.ability.size)]

    def probabilities(self, environments: int, chance: np.random.Generator) -> tuple[Array, Array]:
        """Success without and with the hint, shape (authors, environments, solvers)."""
        shape = (self.ability.size, environments)
        difficulty = self.difficulty[:, None] + chance.normal(0, self.spread, shape)
        hint = self.hint[:, None] + chance.normal(0, self.spread, shape)
        unaided = self.ability - difficulty[:, :, None]
        return special.expit(unaided), special.expit(unaided + hint[:, :, None])


def tournament(world: World, environments: int, seeds: int, chance: np.random.Generator) -> PlayedWeek:
    """Everybody plays everything, every attempt by chance."""
    alone, helped = world.probabilities(environments, chance)
    won = chance.random((*alone.shape, seeds, 2)) < np.stack([alone, helped], axis=-1)[:, :, :, None, :]
    author, slot, solver, seed, condition = (part.ravel() for part in np.indices(won.shape))
    names = np.array(world.names)
    ids = [f"{WEEK}/{name}/env_{number:03d}" for name in names for number in range(environments)]
    attempts = pl.DataFrame(
        {
            "environment_id": np.array(ids)[author * environments + slot],
            "author": names[author],
            "solver": names[solver],
            "domain": np.array(DOMAINS)[slot % len(DOMAINS)],
            "seed": seed,
            "condition": np.array(["without_hint", "with_hint"])[condition],
            "trial": np.zeros(author.size, np.int32),
            "status": np.array(["failure", "success"])[won.ravel().astype(int)],
            "stop_reason": np.full(author.size, "terminated"),
        }
    )
    contestants = everyone(*world.names)
    return PlayedWeek(WEEK, contestants, attempts, duel_results(WEEK, contestants, attempts, 1))


def truths(world: World, chance: np.random.Generator) -> dict[str, Array]:
    """The true value of each board, and of each duel's margin."""
    alone, helped = world.probabilities(ENDLESS, chance)
    contestants = world.ability.size
    foreign = ~np.eye(contestants, dtype=bool)[:, None, :]
    solved, taught = alone * foreign, (1 - alone) * helped * foreign
    author = np.repeat(np.arange(contestants), ENDLESS)
    flat = (part.reshape(-1, contestants) for part in (solved, solved + taught))
    delta = fit_rasch(Trials.of(*flat, author)).difficulty
    worth = (taught - solved).mean(axis=1)
    gain = (helped - alone) * foreign
    return {
        "solver": _elo(world.ability),
        "author": _elo(delta),
        "author_difficulty": _elo(world.difficulty),
        "composite": (_elo(world.ability) + _elo(world.difficulty)) / 2,
        "design": _design(alone, chance),
        "common_panel_solve": alone.mean(axis=(0, 1)),
        "canonical_solve": solved.sum(axis=(0, 1)) / (ENDLESS * (contestants - 1)),
        "hint_authoring": gain.sum(axis=(1, 2)) / (ENDLESS * (contestants - 1)),
        "hint_gain": gain.sum(axis=(0, 1)) / (ENDLESS * (contestants - 1)),
        "margin": np.array([(worth[a, b] - worth[b, a]) / 2 for a, b in combinations(range(contestants), 2)]),
    }


def _design(alone: Array, chance: np.random.Generator) -> Array:
    """The mean discrimination of each author's environments, from a panel of the others on four seeds."""
    won = chance.random((4, *alone.shape)) < alone
    contestants = alone.shape[0]
    panel = contestants - 1
    others = (won * ~np.eye(contestants, dtype=bool)[:, None, :]).sum(axis=3)
    return (others * (panel - others) / (panel**2 // 4)).mean(axis=(0, 2))


def _elo(logits: Array) -> Array:
    return MEAN + ELO * (logits - logits.mean())


def covered(count: int, contestants: int = 9, environments: int = 10, seeds: int = 4) -> pl.DataFrame:
    """How often the 95 % intervals of simulated tournaments cover the truth.

    Returns:
        By board, for the duels' margins and for a correlation of two boards: intervals, covered (share), ranks_covered
        (share of rank intervals that hold the true rank), slope (of the values on the truth).
    """
    rows: list[dict[str, object]] = []
    for number in range(count):
        chance = np.random.default_rng([7, number])
        world = World.drawn(chance, contestants)
        played = tournament(world, environments, seeds, chance)
        rows += _judged(standings(Evidence([WeekEvidence.of(played)]), number), played, truths(world, chance))
    return (
        pl.DataFrame(rows, schema_overrides={"ranks": pl.Int64, "ranks_held": pl.Int64})
        .group_by("board", maintain_order=True)
        .agg(
            pl.col("intervals").sum(),
            covered=pl.col("held").sum() / pl.col("intervals").sum(),
            ranks_covered=pl.col("ranks_held").sum() / pl.col("ranks").sum(),
            slope=pl.col("xy").sum() / pl.col("xx").sum(),
        )
    )


def _judged(found: dict[str, Standing], played: PlayedWeek, true: dict[str, Array]) -> Iterator[dict[str, object]]:
    one, other = found["solver"], found["author_difficulty"]
    freed = disattenuated(with_draws(one), with_draws(other))
    [r, *drawn] = freed
    low, high = np.nanquantile(drawn, [0.025, 0.975])
    truth = float(np.corrcoef(true["solver"], true["author_difficulty"])[0, 1])
    yield {
        "board": "solver against author_difficulty",
        "intervals": int(np.isfinite(r)),
        "held": int(min(r, low) <= truth <= max(r, high)),
        "xy": r * truth if np.isfinite(r) else 0.0,
        "xx": truth**2 if np.isfinite(r) else 0.0,
    }
    for board, truth in true.items():
        if board == "margin":
            known = played.duel_results.drop_nulls("ci_low").with_row_index()
            low, high, value = (known[name].to_numpy() for name in ("ci_low", "ci_high", "margin"))
            truth = truth[known["index"].to_numpy()]
            ranks = {}
        else:
            standing = found[board]
            low, high, value = standing.ci_low, standing.ci_high, standing.value
            frame = standing.frame(played.contestants.get_column("contestant").to_list())
            place = (-truth).argsort().argsort() + 1
            held = (
                frame["rank_low"].is_not_null().to_numpy()
                & (place >= frame["rank_low"].to_numpy())
                & (place <= frame["rank_high"].to_numpy())
            )
            ranks = {"ranks": int(frame["rank_low"].is_not_null().sum()), "ranks_held": int(held.sum())}
        off = truth - truth.mean()
        yield {
            "board": board,
            "intervals": int(np.isfinite(low).sum()),
            "held": int(((low <= truth) & (truth <= high)).sum()),
            "xy": float(np.nansum((value - np.nanmean(value)) * off)),
            "xx": float((off**2).sum()),
            **ranks,
        }


if __name__ == "__main__":
    with pl.Config(tbl_rows=20, float_precision=3):
        print(covered(int(sys.argv[1]), *map(int, sys.argv[2:])))
