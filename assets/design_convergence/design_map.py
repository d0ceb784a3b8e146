"""The design map: every design a point on a plane, those alike near each other."""

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

type Array = NDArray[np.float64]

AXES = 2
_DIGITS = 9
"""Decimals of a coordinate; the rest is the rounding of the machine's own arithmetic."""


def design_map(similarities: Array) -> Array:
    """Classical multidimensional scaling (Torgerson 1952) of the distances 1 − similarity.

    The axes are the two of largest variance, the larger first; the point farthest out on an axis is on its positive
    side, the first of those equally far. An axis along which nothing differs is 0.

    Args:
        similarities: shape (designs, designs), symmetric, 1 on the diagonal.

    Returns:
        Coordinates, shape (designs, 2), with mean 0.
    """
    n = len(similarities)
    points = np.zeros((n, AXES))
    if n < 2:
        return points
    squared = (1 - similarities) ** 2
    means = squared.mean(axis=0)
    products = (means + means[:, None] - squared - means.mean()) / 2
    kept = min(AXES, n - 1)
    variances, axes = linalg.eigh(products, subset_by_index=[n - kept, n - 1])
    found = (axes * np.sqrt(np.maximum(variances, 0)))[:, ::-1].round(_DIGITS)
    farthest = np.abs(found).argmax(axis=0)
    # Adding 0 makes a negative zero a plain one.
    points[:, :kept] = found * np.where(found[farthest, range(kept)] < 0, -1, 1) + 0.0
    return points
