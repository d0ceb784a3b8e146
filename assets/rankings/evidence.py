"""Evidence: what the boards of a scope rest on, the attempts and duels of one week or of the season so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

import polars as pl

from assets.contestants.entries import with_role
from assets.pairwise_outcomes.matched_pairs import matched_pairs
from assets.ports import PlayedWeek
from assets.scored import scored_attempts


@dataclass(frozen=True)
class WeekEvidence:
    """One week: who had which role, the attempts that count, and the duels.

    Attributes:
        authors, solvers: contestants with that role, sorted.
        scored: what `scored_attempts` returns.
        pairs: what `matched_pairs` returns.
        duels: rows of `duel_results`.
    """

    week: date
    contestants: list[str]
    authors: list[str]
    solvers: list[str]
    scored: pl.DataFrame
    pairs: pl.DataFrame
    duels: pl.DataFrame

    @classmethod
    def of(cls, played: PlayedWeek) -> "WeekEvidence":
        scored = scored_attempts(played.solve_attempts)
        return cls(
            played.week,
            played.contestants.get_column("contestant").sort().to_list(),
            with_role(played.contestants, "author"),
            with_role(played.contestants, "solver"),
            scored,
            matched_pairs(scored),
            played.duel_results,
        )


@dataclass(frozen=True)
class Evidence:
    """The weeks of a scope, oldest first; those who are ranked are the contestants of the last one."""

    weeks: Sequence[WeekEvidence]

    @property
    def ranked(self) -> list[str]:
        """Who is ranked, sorted by name."""
        return self.weeks[-1].contestants

    @cached_property
    def everybody(self) -> list[str]:
        """Everybody who took part in any of the weeks, sorted: what one who left showed still tells of the others."""
        return sorted({name for week in self.weeks for name in week.contestants})

    @cached_property
    def place(self) -> dict[str, int]:
        """Where each of everybody stands."""
        return {name: index for index, name in enumerate(self.everybody)}

    @cached_property
    def scored(self) -> pl.DataFrame:
        """The attempts that count, of all weeks."""
        return pl.concat([week.scored for week in self.weeks])

    @cached_property
    def pairs(self) -> pl.DataFrame:
        """The matched pairs of all weeks."""
        return pl.concat([week.pairs for week in self.weeks])

    @cached_property
    def environments(self) -> pl.DataFrame:
        """The environments with an attempt that counts: environment_id, author, week; sorted by id, each once."""
        return (
            pl.concat(
                week.scored.select("environment_id", "author", pl.lit(week.week).alias("week")) for week in self.weeks
            )
            .unique("environment_id")
            .sort("environment_id")
        )
