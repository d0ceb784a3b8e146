"""The sign-flip test: would a mean of differences be as far from 0 if each environment's difference had either sign?"""

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

type Array = NDArray[np.float64]

EXACT_UP_TO = 14
"""Environments up to which all sign patterns are listed; above, DRAWS are drawn."""

DRAWS = 20_000
_AT_ONCE = 1_000_000
"""Signs that are held at a time."""

_ROUNDING = 1e-12


def sign_flip_p(terms: pl.DataFrame, contestants: Sequence[str], seed: int) -> list[float | None]:
    """Two-sided p-values of |Σ weight · x| when the signs of the x are random; None without terms.

    Exact where a contestant has at most EXACT_UP_TO environments; else over DRAWS patterns, which all contestants
    share, the observed one counted in (Phipson and Smyth 2010), so that it is never 0.

    Args:
        terms: what `weighted` returns.
        contestants: whose p-values are asked for.
        seed: of the draws.
    """
    parts = terms.with_columns(part=pl.col("weight") * pl.col("x")).sort("environment_id")
    found: dict[str, float] = {}
    many: list[tuple[str, pl.DataFrame]] = []
    for (contestant,), own in parts.partition_by("contestant", as_dict=True).items():
        if own.height <= EXACT_UP_TO:
            found[str(contestant)] = _exact(own["part"].to_numpy())
        else:
            many.append((str(contestant), own))
    if many:
        place = {name: row for row, name in enumerate(parts["environment_id"].unique(maintain_order=True))}
        matrix = np.zeros((len(place), len(many)))
        for column, (_, own) in enumerate(many):
            matrix[[place[name] for name in own["environment_id"]], column] = own["part"]
        found.update(zip((name for name, _ in many), _drawn(matrix, seed), strict=True))
    return [found.get(contestant) for contestant in contestants]


def _exact(parts: Array) -> float:
    patterns = np.arange(2**parts.size)
    signs = 1 - 2 * (patterns[:, None] >> np.arange(parts.size) & 1)
    return int(_extreme(signs @ parts, parts.sum())) / patterns.size


def _drawn(parts: Array, seed: int) -> list[float]:
    """For parts of shape (environments, contestants)."""
    chance = np.random.default_rng(seed)
    observed = parts.sum(axis=0)
    extreme = np.zeros(parts.shape[1], np.int64)
    left = DRAWS
    while left:
        count = min(left, max(1, _AT_ONCE // len(parts)))
        signs = 1.0 - 2.0 * chance.integers(0, 2, size=(count, len(parts)), dtype=np.int8)
        extreme += _extreme(signs @ parts, observed)
        left -= count
    return [float(p) for p in (extreme + 1) / (DRAWS + 1)]


def _extreme(sums: Array, observed: Array | np.float64) -> NDArray[np.int64]:
    """How many sums are at least as far from 0 as what was observed."""
    return np.asarray((np.abs(sums) >= np.abs(observed) - _ROUNDING).sum(axis=0, dtype=np.int64))
