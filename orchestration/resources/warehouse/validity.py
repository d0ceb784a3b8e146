"""Validity: which partitions may be built on and published, by the verdicts on them and on all that they rest on."""

from collections.abc import Mapping
from datetime import date

import duckdb

DERIVED_FROM: Mapping[str, tuple[str, ...]] = {
    "contestants": (),
    "dossiers": ("contestants",),
    "authored_environments": ("contestants", "dossiers"),
    "environment_probes": ("contestants", "authored_environments"),
    "hint_validations": ("authored_environments",),
    "solve_attempts": ("contestants", "authored_environments", "hint_validations"),
    "pairwise_outcomes": ("contestants", "solve_attempts"),
    "duel_results": ("contestants", "solve_attempts"),
    "rankings": ("contestants", "solve_attempts", "duel_results"),
    "board_correlations": ("rankings",),
    "season_trends": ("contestants", "rankings"),
    "dossier_effects": ("contestants", "dossiers", "hint_validations", "solve_attempts"),
    "environment_designs": ("authored_environments", "hint_validations"),
    "design_convergence": ("authored_environments", "hint_validations", "environment_designs"),
    "training_curriculum": ("contestants", "authored_environments", "hint_validations", "solve_attempts"),
}
"""Which tables a table's rows rest on: a partition is valid only while those of its week are, so that no reference of
the snapshot leads into nothing and no score rests on attempts that were withdrawn."""

VIEW = "valid_partitions"
"""A view in the warehouse and the snapshot, for what is written in SQL: columns `table_name` and `week`."""


def valid_partitions(connection: duckdb.DuckDBPyConnection) -> dict[str, list[date]]:
    """By table, the weeks whose checks passed here and in all that the table is derived from."""
    valid: dict[str, list[date]] = {table: [] for table in DERIVED_FROM}
    for table, week in connection.execute(_query("duels.quality_checks")).fetchall():
        valid[table].append(week)
    return valid


def create_view(connection: duckdb.DuckDBPyConnection) -> None:
    """Give the warehouse the view of its valid partitions as they are defined now."""
    connection.execute(f"CREATE OR REPLACE VIEW duels.{VIEW} AS {_query('quality_checks')}")


def _query(verdicts: str) -> str:
    needs = ", ".join(f"('{table}', {sorted(_rests_on(table))})" for table in DERIVED_FROM)
    return f"""
        SELECT needs.table_name, passed.week
        FROM (VALUES {needs}) AS needs (table_name, tables)
        JOIN (
            SELECT week, list(table_name) AS tables
            FROM (SELECT week, table_name FROM {verdicts} WHERE blocking GROUP BY ALL HAVING bool_and(passed))
            GROUP BY week
        ) AS passed ON list_has_all(passed.tables, needs.tables)
        ORDER BY ALL
    """


def _rests_on(table: str) -> set[str]:
    """The table and all that it is derived from."""
    return {table}.union(*(_rests_on(source) for source in DERIVED_FROM[table]))
