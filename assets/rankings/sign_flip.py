"""The sign-flip test: would a mean of differences be as far from 0 if each environment's difference had either sign?"""

from functools import lru_cache

import numpy as np
import polars as pl
from numpy.typing import NDArray

EXACT_UP_TO = 14
"""Environments up to which all sign patterns are listed; above, DRAWS are drawn."""

DRAWS = 20_000
_ROUNDING = 1e-12


def sign_flip_p(terms: pl.DataFrame, seed: int) -> float | None:
    """Two-sided p-value of |Σ weight · x| when the signs of the x are random; None without terms.

    Exact where there are at most EXACT_UP_TO environments; else over DRAWS patterns, the observed one counted in
    (Phipson and Smyth 2010), so that it is never 0.

    Args:
        terms: one contestant's, with weight.
        seed: of the draws.
    """
    if terms.is_empty():
        return None
    parts = (terms.get_column("weight") * terms.get_column("x")).to_numpy()
    signs, exact = _signs(parts.size, seed)
    extreme = int((np.abs(signs @ parts) >= abs(parts.sum()) - _ROUNDING).sum())
    return extreme / len(signs) if exact else (extreme + 1) / (len(signs) + 1)


@lru_cache(maxsize=8)
def _signs(size: int, seed: int) -> tuple[NDArray[np.float64], bool]:
    """Patterns of signs, shape (patterns, size), and whether these are all there are. Cached: sizes recur."""
    exact = size <= EXACT_UP_TO
    if exact:
        heads = np.arange(2**size)[:, None] >> np.arange(size) & 1
    else:
        heads = np.random.default_rng([seed, size]).integers(0, 2, size=(DRAWS, size))
    return 1 - 2 * heads.astype(np.float64), exact
