"""The bill: the tokens that answers took, and what they cost."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Bill:
    """What some answers of one contestant cost; the columns of that name in the tables.

    Attributes:
        cost_usd: of the answers; None where one has no known price.
        faults_cost_usd: of what was billed and of no use (an empty or filtered answer, say), after which the question
            was asked again or given up; None where it has no known price. Its tokens are in the ledger alone.
        prices: whose prices the costs were reckoned by; None for a house player.
    """

    tokens_in: int = 0
    tokens_out: int = 0
    cost_usd: float | None = 0.0
    faults_cost_usd: float | None = 0.0
    prices: str | None = None

    def __add__(self, other: "Bill") -> "Bill":
        return Bill(
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            total(self.cost_usd, other.cost_usd),
            total(self.faults_cost_usd, other.faults_cost_usd),
            other.prices or self.prices,
        )

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> "Bill":
        """The bill that stands among a record's fields."""
        return cls(**{field.name: record[field.name] for field in fields(cls)})


NO_BILL = Bill()
"""Nothing was asked for."""


def total(*costs: float | None) -> float | None:
    """The sum. A single unknown cost leaves it unknown."""
    known = [cost for cost in costs if cost is not None]
    return sum(known, 0.0) if len(known) == len(costs) else None
