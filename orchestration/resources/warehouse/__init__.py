"""The warehouse: one DuckDB file that the tournament writes, and the snapshot of it that people read."""

from orchestration.resources.warehouse.history import WarehouseHistory
from orchestration.resources.warehouse.io_manager import warehouse_io_manager
from orchestration.resources.warehouse.marts import WarehouseMarts
from orchestration.resources.warehouse.published import published
from orchestration.resources.warehouse.snapshot import publish
from orchestration.resources.warehouse.warehouse import Warehouse

__all__ = ["Warehouse", "WarehouseHistory", "WarehouseMarts", "publish", "published", "warehouse_io_manager"]
