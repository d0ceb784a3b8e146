"""Who is missing: contestants whose work of a week is incomplete through no doing of their own, and why."""

from dataclasses import dataclass
from datetime import date

from orchestration.resources.warehouse import Warehouse

_QUERY = """
WITH work AS (
    SELECT author AS contestant, 'environments' AS what, status IN ('incomplete', 'budget_reached') AS open, error
    FROM duels.authored_environments WHERE week = $week
    UNION ALL
    SELECT solver, 'attempts', status = 'incomplete' AND stop_reason IN ('provider_error', 'budget_reached'), error
    FROM duels.solve_attempts WHERE week = $week
)
SELECT
    contestant,
    what,
    count_if(open) AS n,
    count(*) AS total,
    mode(error ORDER BY error) FILTER (open) AS reason,
    count(DISTINCT error) FILTER (open) AS reasons
FROM work
GROUP BY contestant, what
HAVING n > 0
ORDER BY contestant, what DESC
"""


@dataclass(frozen=True, slots=True)
class Missing:
    """What a contestant's provider, or the budget, left undone.

    Attributes:
        what: `environments` or `attempts`.
        n: how many of `total` were left undone.
        reason: the most frequent one, as it stands in the table.
        reasons: how many different ones there are.
    """

    contestant: str
    what: str
    n: int
    total: int
    reason: str
    reasons: int

    def __str__(self) -> str:
        also = f" (and {self.reasons - 1:,} other reasons)" if self.reasons > 1 else ""
        reason = self.reason.removeprefix(f"{self.contestant}: ")
        return f"{self.contestant}: {self.n:,} of {self.total:,} {self.what} are incomplete: {reason}{also}"


def missing_in(snapshot: Warehouse, week: date) -> list[Missing]:
    """Who is missing in a published week, by name."""
    with snapshot.connect(read_only=True) as connection:
        rows = connection.execute(_QUERY, {"week": week}).fetchall()
    return [Missing(*row) for row in rows]
