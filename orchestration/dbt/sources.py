"""dbt's sources and the properties of its staging views, written from the declared tables.

`python -m orchestration.dbt.sources` writes them into the project.
"""

from collections.abc import Mapping, Sequence
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
        "data_tests": [_as_declared(table)],
        "columns": [{"name": c.name, "data_type": c.sql_type, "description": _meaning(c)} for c in table.columns],
    }


def _as_declared(table: Table) -> Mapping[str, Any]:
    key = ["week", *table.key]
    accepted = {column.name: list(column.values) for column in table.columns if column.values}
    references = [
        {
            "columns": ["week", *foreign.columns],
            "to": f"ref('stg_{foreign.parent}')",
            "to_columns": ["week", *foreign.parent_columns],
        }
        for foreign in table.foreign_keys
    ]
    asks = [
        f"every row has a {_listed(key)} of its own",
        *(
            f"every {_listed(foreign.columns)} stands in {foreign.parent} of the same week"
            for foreign in table.foreign_keys
        ),
        *(f"every {column} is one of the declared values" for column in accepted),
    ]
    return {
        "as_declared": {
            "name": f"as_declared_stg_{table.name}",
            "description": f"As declared: {'; '.join(asks)}.",
            "arguments": {"key": key, "references": references, "accepted": accepted},
        }
    }


def _listed(names: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def _meaning(column: Column) -> str:
    return column.description + (f" Unit: {column.unit}." if column.unit else "")


if __name__ == "__main__":
    path = Path(__file__).parents[2] / "dbt_project" / "models" / "staging" / "properties.yml"
    path.write_text(text(), encoding="utf-8")
