"""A contrast: what an author's weeks with a dossier have over its weeks without, freed of its own linear trend."""

import numpy as np
from numpy.typing import NDArray

type Array = NDArray[np.float64]

_COLLINEAR = 1e-9


def contrast(weeks: Array, values: Array, shown: NDArray[np.bool_]) -> float | None:
    """The least-squares δ of value = α + γ · week + δ · shown; None where it can't be told.

    Let r be what is left of `shown` (1 or 0) after its own least-squares line over the weeks is taken off. Then
    δ = Σ r · value / Σ r² (Frisch and Waugh 1933), and since r adds up to 0 and Σ r · week is 0 too, whatever α and γ
    are drops out: of values α + γ · week + δ · shown + e the estimate is δ + Σ r · e / Σ r², unbiased where e has
    mean 0. A mean of the weeks with less a mean of those without is not: of weeks 1 to 4 without, with, without, with,
    it is γ too high. For three weeks in a row with a dossier in the middle one, r is (−1, 2, −1)/3: the middle week is
    set against the mean of its neighbours.

    A season's first week has no dossier for anybody, so that a dossier which then always stays can't be told from the
    first week's being the first. It counts only where it was taken away again.

    Args:
        weeks: when, in weeks since any day, shape (n,), rising.
        values: the author's outcome in each.
        shown: whether it was shown a dossier.
    """
    if not (shown[:-1] & ~shown[1:]).any():
        return None
    line = np.column_stack([np.ones_like(weeks), weeks - weeks.mean()])
    with_dossier = shown.astype(np.float64)
    left = with_dossier - line @ np.linalg.lstsq(line, with_dossier, rcond=None)[0]
    size = float(left @ left)
    return float(left @ values) / size if size > _COLLINEAR else None
