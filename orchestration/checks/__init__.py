"""The quality checks between the steps: what must hold of each table before anything is built on it."""

from assets.tables import TABLES
from orchestration.checks.definition import table_checks

ALL_CHECKS = [table_checks(table) for table in TABLES]
