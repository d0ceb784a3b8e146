"""The plan: every attempt that a week asks for, each with the identity that its journal key is made of."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from assets.admitted import Environment
from assets.environment_seeds import benchmark_seeds
from assets.protocol import PROTOCOL_VERSION
from assets.season import Season
from assets.seeds import digest
from assets.solve_attempts.examples import Example, draw_examples
from assets.tables import CONDITIONS


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to be made: `solver` plays `environment` from `seed` under `condition`, once."""

    environment: Environment
    solver: str
    settings: str
    seed: int
    condition: str
    trial: int
    examples: tuple[Example, ...] = ()
    """Worked examples that are shown before it; `settings` say how many."""

    @property
    def attempt_id(self) -> str:
        """Stable hash of all that defines the attempt."""
        return digest(
            self.environment.environment_id,
            self.environment.source_sha256,
            self.environment.hint_sha256,
            self.solver,
            self.settings,
            self.seed,
            self.condition,
            self.trial,
            PROTOCOL_VERSION,
        )

    @property
    def hint(self) -> str | None:
        """The hint where the condition shows it."""
        return self.environment.hint if self.condition == "with_hint" else None

    def row(self, week: date) -> dict[str, object]:
        """The attempt's own columns of `solve_attempts`; the outcome's are the episode's."""
        return {
            "week": week,
            "attempt_id": self.attempt_id,
            "environment_id": self.environment.environment_id,
            "author": self.environment.author,
            "solver": self.solver,
            "self_play": self.solver == self.environment.author,
            "domain": self.environment.domain,
            "seed": self.seed,
            "condition": self.condition,
            "trial": self.trial,
            "settings": self.settings,
        }


def by_solver(attempts: Iterable[Attempt]) -> dict[str, list[Attempt]]:
    """Each solver's own of the attempts, in their order."""
    found: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        found.setdefault(attempt.solver, []).append(attempt)
    return found


def plan(season: Season, solver: str, environments: Iterable[Environment]) -> list[Attempt]:
    """All attempts of one solver, its own environments included, matched pairs side by side."""
    return [
        attempt
        for environment in environments
        for seed in benchmark_seeds(season, environment.environment_id)
        for trial in range(season.trials)
        for attempt in matched_pair(season, solver, environment, seed, trial)
    ]


def matched_pair(season: Season, solver: str, environment: Environment, seed: int, trial: int = 0) -> list[Attempt]:
    """The attempts of one solver under both conditions; both are shown the same worked examples."""
    entry = season.entry(solver)
    examples = draw_examples(season.seed, entry.examples, environment.domain, environment.environment_id, seed, trial)
    return [
        Attempt(environment, solver, entry.solving_json, seed, condition, trial, examples) for condition in CONDITIONS
    ]
