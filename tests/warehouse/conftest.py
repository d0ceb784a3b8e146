"""A warehouse in an empty directory, and the I/O manager over it."""

from pathlib import Path

import pytest

from orchestration.resources.warehouse import Warehouse, WarehouseIOManager
from warehouse.made_rows import SEASON


@pytest.fixture
def warehouse(tmp_path: Path) -> Warehouse:
    return Warehouse(tmp_path / "warehouse.duckdb", SEASON)


@pytest.fixture
def manager(warehouse: Warehouse) -> WarehouseIOManager:
    return WarehouseIOManager(path=str(warehouse.path), season=SEASON)
