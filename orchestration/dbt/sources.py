"""dbt's sources and the properties of its staging views, written from the declared tables.

`python -m orchestration.dbt.sources` writes them into the project.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from assets.schema import Column, Table
from assets.tables import TABLES

SOURCE = "tournament"
_WRITTEN = "Written from assets/tables/ by `python -m orchestration.dbt.sources`; change it there."


def properties() -> dict[str, Any]:
    """The content of `models/staging/properties.yml`: every declared table as a source and its staging view, described
    and tested by the declaration."""
    return {
        "version": 2,
        "sources": [
            {
                "name": SOURCE,
                "description": "The tables of the tournament's working file.",
                "schema": "duels",
                "tables": [_described(table) for table in TABLES.values()],
            }
        ],
        "models": [_view(table) for table in TABLES.values()],
    }


def text() -> str:
    """The file as it stands in the project."""
    body = yaml.safe_dump(properties(), sort_keys=False, allow_unicode=True, width=120)
    return f"# {_WRITTEN}\n{body}"


def _described(table: Table) -> dict[str, Any]:
    return {
        "name": table.name,
        "description": table.description,
        "columns": [{"name": c.name, "data_type": c.sql_type, "description": _meaning(c)} for c in table.columns],
    }


def _view(table: Table) -> dict[str, Any]:
    return {
        "name": f"stg_{table.name}",
        "description": f"{table.description} Only weeks that passed their quality checks.",
        "data_tests": list(_table_tests(table)),
        "columns": [_tested(column, table) for column in table.columns],
    }


def _table_tests(table: Table) -> Iterator[Mapping[str, Any]]:
    key = ["week", *table.key]
    names = " and ".join([", ".join(key[:-1]), key[-1]])
    yield _test("unique_key", f"unique_stg_{table.name}", f"No two rows have the same {names}.", columns=key)
    yield _test("no_nulls", f"no_nulls_stg_{table.name}", f"Every row has its {names}.", columns=key)
    for foreign in table.foreign_keys:
        yield _test(
            "references",
            f"references_stg_{table.name}_{'_'.join(foreign.columns)}",
            f"Every {' and '.join(foreign.columns)} stands in {foreign.parent} of the same week.",
            columns=["week", *foreign.columns],
            to=f"ref('stg_{foreign.parent}')",
            to_columns=["week", *foreign.parent_columns],
        )


def _tested(column: Column, table: Table) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": column.name, "data_type": column.sql_type, "description": _meaning(column)}
    if column.values:
        name = f"accepted_values_stg_{table.name}_{column.name}"
        asks = f"Every {column.name} is one of the declared values."
        entry["data_tests"] = [_test("accepted_values", name, asks, values=list(column.values))]
    return entry


def _test(kind: str, name: str, asks: str, **arguments: Any) -> Mapping[str, Any]:
    return {kind: {"name": name, "description": asks, "arguments": arguments}}


def _meaning(column: Column) -> str:
    return column.description + (f" Unit: {column.unit}." if column.unit else "")


if __name__ == "__main__":
    path = Path(__file__).parents[2] / "dbt_project" / "models" / "staging" / "properties.yml"
    path.write_text(text(), encoding="utf-8")
