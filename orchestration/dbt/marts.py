"""The dbt assets: every staging view and mart, with dbt's tests as asset checks."""

from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from typing import Any

import dagster as dg
from dagster_dbt import DbtCliInvocation, DbtCliResource, DbtProject, dbt_assets

from assets.catalog import POOL
from assets.failures import clear_failures
from orchestration.dbt.project import PROJECT, manifest
from orchestration.dbt.translator import Translator
from orchestration.instance import COMMAND_LINE_TAG
from orchestration.resources.home import Home
from orchestration.resources.warehouse import Warehouse
from orchestration.resources.warehouse.validity import create_view


@cache
def marts() -> dg.AssetsDefinition:
    """The assets, as the manifest names them. They hold all weeks, so they have no partitions.

    Raises:
        OperatorError: the manifest was not made.
    """

    @dbt_assets(
        manifest=manifest(),
        project=DbtProject(PROJECT),
        dagster_dbt_translator=Translator(),
        name="dbt_views",
        pool=POOL,
    )
    def dbt_views(
        context: dg.AssetExecutionContext,
        dbt: DbtCliResource,
        warehouse: dg.ResourceParam[Warehouse],
        home: dg.ResourceParam[Home],
    ) -> Iterator[Any]:
        with clear_failures(), warehouse.connect() as connection:
            create_view(connection)
        warehouse.release()
        # In a process of its own, which gives the file's lock back when it ends.
        with _words(home, on_terminal=COMMAND_LINE_TAG in context.run.tags):
            yield from _events(dbt.cli(["build"], context=context, target_path=home.dbt, raise_on_error=False))

    return dbt_views


@contextmanager
def _words(home: Home, *, on_terminal: bool) -> Iterator[None]:
    """dbt's own words, which dagster-dbt prints: into the run's log, and not between the bars of a terminal."""
    if not on_terminal:
        yield
        return
    home.dbt.mkdir(exist_ok=True)
    with (home.dbt / "build.log").open("w", encoding="utf-8") as log, redirect_stdout(log):
        yield


def _events(build: DbtCliInvocation) -> Iterator[Any]:
    """What dbt did, as Dagster's events. A test that fails is a failed check; anything else that goes wrong raises."""
    failed_checks = 0
    for event in build.stream():
        if isinstance(event, dg.AssetCheckResult):
            failed_checks += not event.passed
            yield event._replace(description=_verdict(event))
        else:
            yield event
    error = build.get_error()
    if error and not failed_checks:
        raise dg.Failure(f"dbt could not make its views: {' '.join(str(error).split())}", allow_retries=False)


def _verdict(result: dg.AssetCheckResult) -> str:
    test = manifest()["nodes"][result.metadata["unique_id"].value]
    asks = str(test["description"])
    if result.passed:
        return asks
    rows = result.metadata.get("dagster_dbt/failed_row_count")
    if not rows or not rows.value:
        return f"{asks} It could not be asked; dbt's own words stand in the run's log."
    return f"{asks} Not so: {rows.value} {'row' if rows.value == 1 else 'rows'}."
