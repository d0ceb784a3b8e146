"""A warehouse in an empty directory, and the I/O manager over it."""

from pathlib import Path

import pytest

from orchestration.resources.warehouse import Warehouse
from warehouse.made_rows import SEASON
from warehouse.runs import Resources, over


@pytest.fixture
def warehouse(tmp_path: Path) -> Warehouse:
    return Warehouse(tmp_path / "warehouse.duckdb", SEASON)


@pytest.fixture
def resources(warehouse: Warehouse) -> Resources:
    return over(warehouse)
