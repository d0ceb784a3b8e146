"""The warehouse: one DuckDB file that the tournament writes, and the snapshot of it that people read."""

from orchestration.resources.warehouse.io_manager import WarehouseIOManager
from orchestration.resources.warehouse.snapshot import publish
from orchestration.resources.warehouse.warehouse import Warehouse

__all__ = ["Warehouse", "WarehouseIOManager", "publish"]
