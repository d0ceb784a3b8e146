"""A world: the few numbers that say how solvers, environments and hints differ, enough to simulate a tournament."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from assets.power.quadrature import TWO, TWO_WEIGHTS, Array


@dataclass(frozen=True, slots=True)
class World:
    """A Rasch model with random environments, in logits.

    A solver of ability θ succeeds on an environment unaided with logit θ − b, and with its hint with logit
    hinted_ability · θ − b + h, where b = difficulty + difficulty_spread · z₁ and h = hint_effect + hint_spread · z₂.
    z₁ and z₂ are standard normal and independent, new for each environment and the same for all its seeds. Given the
    environment, attempts are independent.

    Attributes:
        ability_spread: standard deviation of the solvers' abilities, whose mean is 0.
        hinted_ability: what is left of a difference of abilities when both have the hint; below 1, hints help the weak
            more than the able.
        difficulty: mean difficulty.
        difficulty_spread: standard deviation, between environments of one author, of how hard one solver finds them:
            what makes them harder for everybody and what suits this solver, together. A duel sees only their sum.
        hint_effect: mean effect of the hint.
        hint_spread: its standard deviation between environments of one author, for one solver.
    """

    ability_spread: float
    hinted_ability: float
    difficulty: float
    difficulty_spread: float
    hint_effect: float
    hint_spread: float

    def success(self, ability: ArrayLike, environments: Array) -> tuple[Array, Array]:
        """Chances of success without and with the hint.

        Args:
            ability: of the solver, broadcast against the environments.
            environments: z₁ and z₂ along the first axis, shape (2, …).
        """
        theta = np.asarray(ability, dtype=np.float64)
        difficulty = self.difficulty + self.difficulty_spread * environments[0]
        hint = self.hint_effect + self.hint_spread * environments[1]
        return special.expit(theta - difficulty), special.expit(self.hinted_ability * theta - difficulty + hint)

    def worth(self, ability: ArrayLike) -> Array:
        """Mean over environments of u, the taught rate minus the solved rate, against solvers of these abilities."""
        unaided, hinted = self.success(np.asarray(ability)[..., None], TWO)
        return np.asarray(((1 - unaided) * hinted - unaided) @ TWO_WEIGHTS)

    def hint_gain(self, ability: ArrayLike = 0.0) -> Array:
        """Mean over environments of the success with the hint minus the success without, for these abilities."""
        unaided, hinted = self.success(np.asarray(ability)[..., None], TWO)
        return np.asarray((hinted - unaided) @ TWO_WEIGHTS)


ASSUMED = World(
    ability_spread=1.0,
    hinted_ability=1.0,
    difficulty=0.0,
    difficulty_spread=1.5,
    hint_effect=0.8,
    hint_spread=1.0,
)
"""For planning before anything was played: an assumption, not a measurement. The solver in the middle solves half of
what it meets, environments differ by more than solvers do, and the hint gain is 0.13, near the 0.1218 that the
Environment Duels study reports for its learner on its rivals' environments."""
