"""Simulation: what a duel or a hint gain of known size looks like, over thousands of tournaments of one design."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from assets.errors import OperatorError
from assets.power.intervals import duels_decided, margin_intervals, mean_intervals
from assets.power.quadrature import Array
from assets.power.world import World

SIMULATIONS = 4000
"""Simulated tournaments a design: a power of 50 % is then known to ±1.5 points."""

_SEED = 20260105
_FARTHEST = 20.0
"""Largest difference of abilities and largest hint effect that are tried, in logits."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a design gives on average.

    Attributes:
        power: share of the tournaments that find the effect: the 95 % interval leaves out 0, or, in a duel without
            an interval, the permutation test decides.
        width: mean width of the 95 % interval; where there is none, the whole range counts, which is 2.
        coverage: share of the intervals that hold the true effect.
    """

    power: float
    width: float
    coverage: float


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel of two contestants whose abilities lie `apart` logits apart, around the mean, with a known true margin."""

    world: World
    effect: float
    apart: float

    @classmethod
    def of(cls, world: World, margin: float) -> "Duel":
        """The duel whose true margin is `margin`, by the smallest difference of abilities that gives it.

        Raises:
            OperatorError: no difference of abilities gives such a margin in this world.
        """
        apart = np.linspace(0, _FARTHEST, 401)
        reached = np.abs(_margin(world, apart))
        if margin > reached.max():
            raise OperatorError(
                f"a margin of {margin:g} is out of reach: a difference of abilities makes at most {reached.max():.2f} "
                "in this model; ask for less"
            )
        # The first crossing: far apart the margin may shrink again, when the weak solver can't use hints either.
        after = int(np.argmax(reached >= margin))
        if after == 0:
            return cls(world, margin, 0.0)
        found = optimize.brentq(lambda gap: abs(_margin(world, gap)) - margin, apart[after - 1], apart[after])
        return cls(world, margin, float(found))

    def attempts(self, environments: int, seeds: int) -> int:
        """Attempts of the two contestants on each other's environments, in both conditions."""
        return 4 * environments * seeds

    def outlook(self, environments: int, seeds: int | None) -> Outlook:
        """Simulate the design.

        Args:
            environments: of each of the two authors, at least 2.
            seeds: of each environment; None for endlessly many.
        """
        chance = _chance(environments, seeds)
        of_a, of_b = (
            _played(self.world, ability, environments, seeds, chance)[0]
            for ability in (-self.apart / 2, self.apart / 2)
        )
        low, high = margin_intervals(of_a, of_b)
        decided = duels_decided(of_a, of_b, low, high)
        # With its sign: where even hints are too hard for the weak, it is the abler solver that loses.
        truth = float(_margin(self.world, self.apart))
        return _outlook(decided, low, high, truth)


@dataclass(frozen=True, slots=True)
class HintGain:
    """The hint gain of one solver of mean ability, over the environments that count for it, with a known true size."""

    world: World
    effect: float

    @classmethod
    def of(cls, world: World, gain: float) -> "HintGain":
        """The hint gain whose true size is `gain`, by the mean hint effect that gives it.

        Raises:
            OperatorError: no hint effect gives such a gain in this world.
        """

        def excess(hint_effect: float) -> float:
            return float(replace(world, hint_effect=hint_effect).hint_gain()) - gain

        if excess(_FARTHEST) < 0:
            raise OperatorError(
                f"a hint gain of {gain:g} is out of reach: a solver of mean ability gains at most "
                f"{excess(_FARTHEST) + gain:.2f} in this model; ask for less"
            )
        return cls(replace(world, hint_effect=float(optimize.brentq(excess, -_FARTHEST, _FARTHEST))), gain)

    def attempts(self, environments: int, seeds: int) -> int:
        """Attempts of the solver, in both conditions."""
        return 2 * environments * seeds

    def outlook(self, environments: int, seeds: int | None) -> Outlook:
        """Simulate the design.

        Args:
            environments: that count, at least 2.
            seeds: of each environment; None for endlessly many.
        """
        gains = _played(self.world, 0.0, environments, seeds, _chance(environments, seeds))[1]
        low, high = mean_intervals(gains)
        return _outlook((low > 0) | (high < 0), low, high, self.effect)


type Study = Duel | HintGain


def _margin(world: World, apart: Array | float) -> Array:
    """True margin of the better solver: half the difference of what the two authors' environments are worth."""
    half = np.asarray(apart) / 2
    return (world.worth(-half) - world.worth(half)) / 2


def _played(
    world: World, ability: float, environments: int, seeds: int | None, chance: np.random.Generator
) -> tuple[Array, Array]:
    """u and hint gain of each environment, in each simulated tournament, shape (SIMULATIONS, environments)."""
    unaided, hinted = world.success(ability, chance.standard_normal((2, SIMULATIONS, environments)))
    if seeds is None:
        return (1 - unaided) * hinted - unaided, hinted - unaided
    solved = chance.binomial(seeds, unaided)
    taught = chance.binomial(seeds - solved, hinted)
    harmed = chance.binomial(solved, 1 - hinted)
    return (taught - solved) / seeds, (taught - harmed) / seeds


def _chance(environments: int, seeds: int | None) -> np.random.Generator:
    """A design's own stream, so that its numbers don't depend on which others stand beside it."""
    return np.random.default_rng([_SEED, environments, seeds or 0])


def _outlook(decided: NDArray[np.bool_], low: Array, high: Array, truth: float) -> Outlook:
    return Outlook(
        power=float(decided.mean()),
        width=float((high - low).mean()),
        coverage=float(((low <= truth) & (truth <= high)).mean()),
    )
