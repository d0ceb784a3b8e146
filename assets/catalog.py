"""What an asset shows in Dagster's catalog: its columns as declared, and a preview of its rows."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

import dagster as dg
import polars as pl

from assets.partitions import WEEKS
from assets.schema import Column, Table

GROUP = "tournament"
OWNERS = ["team:environment-duels"]
POOL = "warehouse_writer"
"""Steps that write the warehouse share this pool of one; it is never held while a model is asked."""

RETRIES = dg.RetryPolicy(max_retries=2, delay=5, backoff=dg.Backoff.EXPONENTIAL)
"""For steps that ask contestants or play in a sandbox: the journal makes a retry cheap."""

WAREHOUSE_IO = "warehouse_io"
STEP_IO = "step_io"
"""I/O manager of what passes between the ops inside an asset: names and counts, never frames for the warehouse."""


class Declared(TypedDict):
    """Arguments that `dg.asset` and `dg.graph_asset` share."""

    description: str
    group_name: str
    owners: Sequence[str]
    kinds: set[str]
    tags: Mapping[str, str]
    partitions_def: dg.PartitionsDefinition[str]
    metadata: Mapping[str, dg.TableSchema]


def declared_by(table: Table, *more_kinds: str) -> Declared:
    """What every asset tells Dagster's catalog about itself, read from the declaration of its table."""
    return {
        "description": table.description,
        "group_name": GROUP,
        "owners": OWNERS,
        "kinds": {"duckdb", "polars", *more_kinds},
        "tags": {"step": table.name},
        "partitions_def": WEEKS,
        "metadata": column_schema(table),
    }


def column_schema(table: Table) -> dict[str, dg.TableSchema]:
    """The metadata entry under which Dagster shows a table's columns."""
    columns = [
        dg.TableColumn(
            column.name,
            column.sql_type,
            description=column.description + (f" Unit: {column.unit}." if column.unit else ""),
            constraints=dg.TableColumnConstraints(
                nullable=column.nullable, unique=table.key == (column.name,), other=_constraints(column)
            ),
        )
        for column in table.columns
    ]
    return {"dagster/column_schema": dg.TableSchema(columns=columns)}


def _constraints(column: Column) -> list[str]:
    found = []
    if column.values:
        found.append("one of: " + ", ".join(column.values))
    if column.minimum is not None:
        found.append(f"≥ {column.minimum:g}")
    if column.maximum is not None:
        found.append(f"≤ {column.maximum:g}")
    return found


def preview(frame: pl.DataFrame, columns: Sequence[str], rows: int = 12) -> dg.MarkdownMetadataValue:
    """The first rows of a frame as a markdown table; long texts are cut."""
    with pl.Config(
        tbl_formatting="MARKDOWN",
        tbl_hide_dataframe_shape=True,
        tbl_hide_column_data_types=True,
        tbl_rows=rows,
        tbl_cols=-1,
        tbl_width_chars=10_000,
        fmt_str_lengths=60,
        fmt_table_cell_list_len=4,
        float_precision=3,
    ):
        table = str(frame.select(columns).head(rows))
    more = f"\n\n… and {frame.height - rows} more rows" if frame.height > rows else ""
    return dg.MetadataValue.md(table + more)
