"""Holm's step-down adjustment of a family of p-values."""

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the given order: the family-wise error rate is held at a level by comparing them to it.

    The i-th smallest of m is multiplied by m − i + 1, capped at 1, and never falls below its predecessor (Holm 1979).
    """
    adjusted = [0.0] * len(p_values)
    floor = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        floor = max(floor, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = floor
    return adjusted
