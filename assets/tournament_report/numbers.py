"""Numbers as the report prints them: a true minus sign, commas between thousands, a dash where there is none."""

NONE = "–"
NO_PRICE = "no price"
"""A cost that can't be known: never printed as 0."""


def rating(value: float | None) -> str:
    """Elo points, such as 1,043."""
    return _fixed(value, 0)


def percent(value: float | None, decimals: int = 0) -> str:
    """A share or a difference of shares in percent or percentage points, without the sign for it: 0.425 is 42.5."""
    return _fixed(None if value is None else 100 * value, decimals)


def correlation(value: float | None) -> str:
    """A correlation to two decimals."""
    return _fixed(value, 2)


def count(value: float | None) -> str:
    """A whole number."""
    return _fixed(value, 0)


def dollars(value: float | None) -> str:
    """US dollars: cents, or four decimals below ten cents. A null is an unknown price."""
    if value is None:
        return NO_PRICE
    return _fixed(value, 2 if value == 0 or value >= 0.1 else 4)


def p_value(value: float | None) -> str:
    """A p-value to three decimals."""
    if value is not None and value < 0.001:
        return "< 0.001"
    return _fixed(value, 3)


def interval(low: str, high: str) -> str:
    """Two printed numbers as an interval; a dash where there is none."""
    return NONE if NONE in (low, high) else f"{low} to {high}"


def ranks(low: int | None, high: int | None) -> str:
    """A range of ranks."""
    if low is None or high is None:
        return NONE
    return str(low) if low == high else f"{low}–{high}"


def _fixed(value: float | None, decimals: int) -> str:
    if value is None:
        return NONE
    printed = f"{value:,.{decimals}f}"
    # What rounds to 0 has no sign.
    return printed.lstrip("-") if float(printed.replace(",", "")) == 0 else printed.replace("-", "−")
