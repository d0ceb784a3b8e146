"""Means over normal draws agree with means that are known, and with many draws."""

import numpy as np
import pytest
from scipy import special

from assets.power.quadrature import ONE, ONE_WEIGHTS, TWO, TWO_WEIGHTS


def test_moments_of_the_normal_distribution():
    assert [float(ONE**power @ ONE_WEIGHTS) for power in range(5)] == pytest.approx([1, 0, 1, 0, 3], abs=1e-6)
    assert float((TWO[0] * TWO[1]) ** 2 @ TWO_WEIGHTS) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("spread", [0.5, 1.5, 5.0])
def test_steep_logistic_functions(spread):
    fine = np.linspace(-12, 12, 100_001)
    density = np.exp(-(fine**2) / 2)
    exact = (special.expit(1 + spread * fine) ** 2 * density).sum() / density.sum()
    assert float(special.expit(1 + spread * ONE) ** 2 @ ONE_WEIGHTS) == pytest.approx(exact, abs=1e-4)
