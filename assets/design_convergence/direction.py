"""Direction: whether an author follows another more than shared style alone would have it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assets.sign_flip import flipped_p

type Array = NDArray[np.float64]

FEWEST_FOR_TEST = 5
"""Weeks that follow another; of four the smallest p-value is 1/16."""


@dataclass(frozen=True, slots=True)
class Direction:
    """By how much one follows more closely than the other way round in time; None where there is nothing to compare."""

    weeks: int = 0
    excess: float | None = None
    p: float | None = None


def direction(follows: Array, backwards: Array, seed: int) -> Direction:
    """The mean of follows − backwards over the weeks, and the one-sided p-value that it is above 0.

    Were nobody following anybody, the week before would be as good a match as the week after, however alike the two
    authors are: `follows` and `backwards` of a week could be exchanged, which flips the sign of their difference. p is
    the sign-flip test's (`assets.sign_flip`). The differences of neighbouring weeks pull against each other, which
    makes p too large rather than too small.

    Args:
        follows, backwards: those of `Resemblance` of one pair of authors, shape (weeks,), nan where not known.
    """
    differences = follows - backwards
    differences = differences[np.isfinite(differences)]
    weeks = differences.size
    if not weeks:
        return Direction()
    excess = float(differences.mean())
    if weeks < FEWEST_FOR_TEST:
        return Direction(weeks, excess)
    return Direction(weeks, excess, flipped_p(differences, seed, "greater"))
