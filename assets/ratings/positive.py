"""Symmetric positive definite systems, many small ones at once or a large one: by numpy's batches, or by Cholesky."""

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

type Array = NDArray[np.float64]

_LARGE = 200
"""Unknowns from which Cholesky one by one is faster than numpy's LU of a batch."""


def solve(matrices: Array, right: Array) -> Array:
    """x with matrices · x = right; shapes (batch, p, p) and (batch, p)."""
    if matrices.shape[-1] < _LARGE:
        return np.asarray(np.linalg.solve(matrices, right[:, :, None])[:, :, 0])
    pairs = zip(matrices, right, strict=True)
    return np.stack([linalg.cho_solve(_factor(matrix), side, check_finite=False) for matrix, side in pairs])


def inverse(matrices: Array) -> Array:
    """Inverses, shape (batch, p, p)."""
    if matrices.shape[-1] < _LARGE:
        return np.asarray(np.linalg.inv(matrices))
    inverses = np.empty_like(matrices)
    for matrix, out in zip(matrices, inverses, strict=True):
        lower = np.tril(linalg.lapack.dpotri(_factor(matrix)[0], lower=True, overwrite_c=True)[0])
        np.add(lower, lower.T, out=out)
        np.einsum("ii->i", out)[:] /= 2
    return inverses


def log_determinant(matrices: Array) -> Array:
    """Logarithms of the determinants, shape (batch,)."""
    return np.asarray(np.linalg.slogdet(matrices)[1])


def _factor(matrix: Array) -> tuple[Array, bool]:
    factor: tuple[Array, bool] = linalg.cho_factor(matrix, lower=True, check_finite=False)
    return factor
