"""Numbers as they are printed."""

import pytest

from assets.tournament_report import numbers


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        (numbers.rating(1043.4), "1,043"),
        (numbers.rating(-1250.6), "−1,251"),
        (numbers.rating(None), "–"),
        (numbers.percent(0.425), "42"),
        (numbers.percent(0.4256, 1), "42.6"),
        (numbers.percent(-0.031, 1), "−3.1"),
        (numbers.percent(-0.0001), "0"),
        (numbers.percent(0.0), "0"),
        (numbers.correlation(-0.004), "0.00"),
        (numbers.correlation(-0.5), "−0.50"),
        (numbers.count(12345), "12,345"),
        (numbers.dollars(None), "no price"),
        (numbers.dollars(0.0), "0.00"),
        (numbers.dollars(0.0123), "0.0123"),
        (numbers.dollars(1234.5), "1,234.50"),
        (numbers.p_value(0.0002), "< 0.001"),
        (numbers.p_value(0.0412), "0.041"),
        (numbers.interval("−1", "2"), "−1 to 2"),
        (numbers.interval("–", "2"), "–"),
        (numbers.ranks(2, 4), "2–4"),
        (numbers.ranks(3, 3), "3"),
        (numbers.ranks(None, None), "–"),
    ],
)
def test_a_number_as_printed(printed, expected):
    assert printed == expected
