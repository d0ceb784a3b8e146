"""A table's checks as one Dagster step: read the week, find the failing rows, keep the verdicts, tell the UI."""

import warnings
from collections.abc import Iterator
from datetime import date

import dagster as dg
import polars as pl

from assets.catalog import POOL, preview
from assets.partitions import WEEKS
from assets.season import Season
from assets.tables import TABLES
from assets.weeks import parse_week
from orchestration.checks.check import Check, Week
from orchestration.checks.reading import read_short
from orchestration.checks.suites import suite
from orchestration.resources.warehouse import Warehouse
from orchestration.resources.warehouse.validity import DERIVED_FROM
from orchestration.resources.warehouse.verdicts import Verdict, write_verdicts

SHOWN = 10
TOLD = 3
"""Failing rows in a verdict's sentence; the UI shows SHOWN of them."""


def table_checks(table: str) -> dg.AssetChecksDefinition:
    """The checks of one table, run as one step after the asset of that name."""
    checks = suite(table)

    @dg.multi_asset_check(name=f"{table}_checks", specs=[_spec(table, check) for check in checks], pool=POOL)
    def run_checks(
        context: dg.AssetCheckExecutionContext,
        season: dg.ResourceParam[Season],
        warehouse: dg.ResourceParam[Warehouse],
    ) -> Iterator[dg.AssetCheckResult]:
        week = parse_week(context.partition_key)
        seen = _look(warehouse, season, table, week)
        found = [(check, check.failing(seen)) for check in checks]
        with warehouse.connect() as connection:
            write_verdicts(connection, table, week, [_verdict(check, failing) for check, failing in found])
        yield from (_result(table, check, failing) for check, failing in found)

    return run_checks


def _spec(table: str, check: Check) -> dg.AssetCheckSpec:
    with warnings.catch_warnings():
        # Partitioned checks are in preview; what we ask of them is tested.
        warnings.filterwarnings("ignore", ".*partitions_def.*", dg.PreviewWarning)
        return dg.AssetCheckSpec(
            check.name, asset=table, description=check.asks, blocking=check.blocking, partitions_def=WEEKS
        )


def _look(warehouse: Warehouse, season: Season, table: str, week: date) -> Week:
    with warehouse.connect(read_only=True) as connection:
        frames = {name: read_short(connection, TABLES[name], week) for name in (table, *DERIVED_FROM[table])}
    return Week(season.at(week), week, frames)


def _verdict(check: Check, failing: pl.DataFrame) -> Verdict:
    rows = "; ".join(_row(row) for row in failing.head(TOLD).iter_rows(named=True))
    more = f"; and {failing.height - TOLD} more" if failing.height > TOLD else ""
    detail = f"{check.asks} Not so: {rows}{more}" if rows else check.asks
    return Verdict(check.name, check.blocking, failing.is_empty(), failing.height, detail)


def _row(row: dict[str, object]) -> str:
    return f"({', '.join(f'{name}={value}' for name, value in row.items() if name != 'problem')}): {row['problem']}"


def _result(table: str, check: Check, failing: pl.DataFrame) -> dg.AssetCheckResult:
    return dg.AssetCheckResult(
        asset_key=table,
        check_name=check.name,
        passed=failing.is_empty(),
        severity=dg.AssetCheckSeverity.ERROR if check.blocking else dg.AssetCheckSeverity.WARN,
        description=_verdict(check, failing).detail,
        metadata={
            "failed_rows": failing.height,
            **({} if failing.is_empty() else {"rows": preview(failing, failing.columns, SHOWN)}),
        },
    )
