"""The warehouse: one DuckDB file that the tournament writes, and the snapshot of it that people read.

What Dagster runs of it stands in `io_manager`, so that whoever only reads need not import Dagster.
"""

from orchestration.resources.warehouse.history import WarehouseHistory
from orchestration.resources.warehouse.marts import WarehouseMarts
from orchestration.resources.warehouse.snapshot import publish
from orchestration.resources.warehouse.warehouse import Warehouse

__all__ = ["Warehouse", "WarehouseHistory", "WarehouseMarts", "publish"]
