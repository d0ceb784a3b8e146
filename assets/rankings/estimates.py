"""Estimates: a weighted mean over environments, with the error that environments being few and different leaves."""

import numpy as np
import polars as pl
from scipy import special

from assets.confidence import TAIL

_ROUNDING = 1e-12

COLUMNS = {
    "contestant": pl.String,
    "value": pl.Float64,
    "std_error": pl.Float64,
    "ci_low": pl.Float64,
    "ci_high": pl.Float64,
    "n": pl.Int64,
}


def estimates(terms: pl.DataFrame, lowest: float, highest: float) -> pl.DataFrame:
    """Values, standard errors and intervals from a score's terms.

    The value is Σ w_e x_e. Attempts on one environment are not independent, so the error is the sandwich clustered by
    environment, SE² = K/(K−1) · Σ w_e² (x_e − value)², K the number of environments, and the 95 % interval uses the
    quantile of t(K−1); it is cut to [lowest, highest]. (Bell and McCaffrey 2002 on why neither may be left out.)

    Args:
        terms: what `weighted` returns.
        lowest: of the score's range; also highest.

    Returns:
        COLUMNS, n being K. Error and interval are null where K < 2, and where x is the same on every environment: the
        spread is then unknown, not 0.
    """
    rows = [
        (contestant, *_estimate(part["weight"].to_numpy(), part["x"].to_numpy(), lowest, highest))
        for (contestant,), part in terms.partition_by("contestant", as_dict=True).items()
    ]
    return pl.DataFrame(rows, schema=COLUMNS, orient="row")


def _estimate(
    weight: np.ndarray, x: np.ndarray, lowest: float, highest: float
) -> tuple[float, float | None, float | None, float | None, int]:
    """Of one contestant. Summed by numpy, whose order of summing no number of threads changes."""
    # As distances from the first x: weights that add up to 1 only nearly would make 0.999… of a perfect score.
    value = float(x[0] + (weight * (x - x[0])).sum())
    k = x.size
    if k < 2 or np.ptp(x) <= _ROUNDING:
        return min(max(value, lowest), highest), None, None, None, k
    error = float(np.sqrt(k / (k - 1) * ((weight * (x - value)) ** 2).sum()))
    reach = error * float(special.stdtrit(k - 1, 1 - TAIL))
    return min(max(value, lowest), highest), error, max(value - reach, lowest), min(value + reach, highest), k
