"""Welch's interval for the difference of two means whose spreads may differ."""

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from assets.confidence import LEVEL


def welch_interval(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[float, float] | None:
    """The 95 % interval of mean(x) − mean(y), with Welch–Satterthwaite degrees of freedom (Welch 1947).

    The same as `scipy.stats.ttest_ind(x, y, equal_var=False).confidence_interval()`, which the tests hold it to, but
    for two cases: scipy warns of lost precision where one side is constant (the interval is sound there, from the
    other side's spread alone), and returns nan where both are.

    Args:
        x, y: one value an environment.

    Returns:
        None where a side has fewer than two values, or where both sides are constant: nothing shows the spread then.
    """
    if min(x.size, y.size) < 2:
        return None
    # Rates are quotients of small integers: equal ones are equal floats, so a constant side is seen exactly.
    share_x, share_y = (0.0 if np.ptp(side) == 0 else side.var(ddof=1) / side.size for side in (x, y))
    variance = share_x + share_y
    if variance == 0:
        return None
    freedom = variance**2 / (share_x**2 / (x.size - 1) + share_y**2 / (y.size - 1))
    difference = x.mean() - y.mean()
    reach = stats.t.ppf((1 + LEVEL) / 2, freedom) * np.sqrt(variance)
    return float(difference - reach), float(difference + reach)
