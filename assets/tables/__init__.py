"""Every table of the warehouse, declared once: columns, types, meaning, and what makes a row valid.

The I/O manager creates and guards tables by these declarations, the quality checks test them, the assets show them
in Dagster's catalog, and the docs are read from them.
"""

from assets.schema import Table
from assets.tables.curriculum import TRAINING_CURRICULUM
from assets.tables.designs import DESIGN_CONVERGENCE, ENVIRONMENT_DESIGNS
from assets.tables.histories import DOSSIER_EFFECTS, SEASON_TRENDS
from assets.tables.playing import (
    AUTHORED_ENVIRONMENTS,
    CONTESTANTS,
    DOSSIERS,
    ENVIRONMENT_PROBES,
    HINT_VALIDATIONS,
    SOLVE_ATTEMPTS,
)
from assets.tables.results import BOARD_CORRELATIONS, DUEL_RESULTS, PAIRWISE_OUTCOMES, RANKINGS
from assets.tables.words import (
    ACTION_SPACES,
    BOARDS,
    CHANGES,
    CHECKS,
    CONDITIONS,
    CORRELATIONS,
    DOMAINS,
    DOSSIER_OUTCOMES,
    DOSSIERS_SHOWN,
    FEEDBACKS,
    GATING_CHECKS,
    RATING_BOARDS,
    SCOPES,
    SHARE_BOARDS,
    STATUSES,
    STOP_REASONS,
)

__all__ = [
    "ACTION_SPACES",
    "AUTHORED_ENVIRONMENTS",
    "BOARDS",
    "BOARD_CORRELATIONS",
    "CHANGES",
    "CHECKS",
    "CONDITIONS",
    "CONTESTANTS",
    "CORRELATIONS",
    "DESIGN_CONVERGENCE",
    "DOMAINS",
    "DOSSIERS",
    "DOSSIERS_SHOWN",
    "DOSSIER_EFFECTS",
    "DOSSIER_OUTCOMES",
    "DUEL_RESULTS",
    "ENVIRONMENT_DESIGNS",
    "ENVIRONMENT_PROBES",
    "FEEDBACKS",
    "GATING_CHECKS",
    "HINT_VALIDATIONS",
    "PAIRWISE_OUTCOMES",
    "RANKINGS",
    "RATING_BOARDS",
    "SCHEMA_VERSION",
    "SCOPES",
    "SEASON_TRENDS",
    "SHARE_BOARDS",
    "SOLVE_ATTEMPTS",
    "STATUSES",
    "STOP_REASONS",
    "TABLES",
    "TRAINING_CURRICULUM",
]

SCHEMA_VERSION = 5
"""Raised with every change to a declaration below that an existing warehouse can't be read under."""

TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        CONTESTANTS,
        DOSSIERS,
        AUTHORED_ENVIRONMENTS,
        ENVIRONMENT_PROBES,
        HINT_VALIDATIONS,
        SOLVE_ATTEMPTS,
        PAIRWISE_OUTCOMES,
        DUEL_RESULTS,
        RANKINGS,
        BOARD_CORRELATIONS,
        SEASON_TRENDS,
        DOSSIER_EFFECTS,
        TRAINING_CURRICULUM,
        ENVIRONMENT_DESIGNS,
        DESIGN_CONVERGENCE,
    )
}
