"""Validity: which partitions may be built on and published, by the verdicts on them and on all that they rest on."""

from collections.abc import Mapping
from datetime import date

import duckdb

DERIVED_FROM: Mapping[str, tuple[str, ...]] = {
    "contestants": (),
    "authored_environments": ("contestants",),
    "hint_validations": ("authored_environments",),
    "solve_attempts": ("contestants", "authored_environments", "hint_validations"),
    "pairwise_outcomes": ("contestants", "solve_attempts"),
    "duel_results": ("contestants", "solve_attempts"),
    "rankings": ("contestants", "solve_attempts", "duel_results"),
    "board_correlations": ("rankings",),
    "training_curriculum": ("contestants", "authored_environments", "hint_validations", "solve_attempts"),
}
"""Which tables a table's rows rest on: a partition is valid only while those of its week are, so that no reference of
the snapshot leads into nothing and no score rests on attempts that were withdrawn."""


def valid_partitions(connection: duckdb.DuckDBPyConnection) -> dict[str, list[date]]:
    """By table, the weeks whose checks passed here and in all that the table is derived from."""
    rows = connection.execute(
        "SELECT table_name, week FROM duels.quality_checks WHERE blocking GROUP BY ALL HAVING bool_and(passed)"
    ).fetchall()
    passed = set(rows)
    valid: dict[str, list[date]] = {}
    for table, sources in DERIVED_FROM.items():
        weeks = {week for name, week in passed if name == table}
        valid[table] = sorted(weeks.intersection(*(valid[source] for source in sources)))
    return valid
