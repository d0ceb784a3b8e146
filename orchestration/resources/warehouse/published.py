"""The warehouse as the steps of a run share it: when the run ends, whatever its outcome, what is valid is published."""

from collections.abc import Iterator
from pathlib import Path

import dagster as dg

from orchestration.resources.warehouse.snapshot import publish
from orchestration.resources.warehouse.warehouse import Warehouse


def published(warehouse: Warehouse, snapshot: Path) -> dg.ResourceDefinition:
    """The warehouse as a resource that replaces the snapshot when its steps are done: once a run where they share a
    process, once a step where each has its own."""

    @dg.resource(description="The DuckDB file of the tournament; the snapshot beside it is replaced after use.")
    def shared_warehouse(context: dg.InitResourceContext) -> Iterator[Warehouse]:
        try:
            yield warehouse
        finally:
            publish(warehouse, snapshot)

    return shared_warehouse
