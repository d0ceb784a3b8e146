"""Checks that follow from a table's declaration: keys, nulls, allowed values, references."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

import polars as pl

from assets.schema import Column, ForeignKey, Table
from orchestration.checks.check import Check
from orchestration.checks.expectations import Expectation, failing_rows


def declared_checks(table: Table) -> list[Check]:
    """The checks of a table's declaration; structs inside its lists are held to theirs as well."""
    name, key = table.name, table.key
    checks = [
        Check(
            "keys_unique",
            f"No two rows have the same {' and '.join(key)}.",
            lambda week: failing_rows(week[name], key, [_unique(key)]),
        ),
        Check(
            "no_nulls",
            "No value is missing where there must be one.",
            lambda week: _at_every_level(week[name], table, _not_null),
        ),
    ]
    if any(_allowed(column) for column in _every_column(table.columns)):
        checks.append(
            Check(
                "values_allowed",
                "Every value is in its set, and every number is finite and in its range.",
                lambda week: _at_every_level(week[name], table, _allowed),
            )
        )
    if table.foreign_keys:
        parents = " and ".join(sorted({reference.parent for reference in table.foreign_keys}))
        checks.append(
            Check(
                "references_exist",
                f"Every reference leads to a row of {parents}.",
                lambda week: failing_rows(week[name], key, [_refers(r, week.frames) for r in table.foreign_keys]),
            )
        )
    return checks


def _unique(key: Sequence[str]) -> Expectation:
    problem = "not the only row with this key"
    if len(key) == 1:
        return Expectation("expect_column_values_to_be_unique", key, {"column": key[0]}, problem)
    return Expectation("expect_compound_columns_to_be_unique", key, {"column_list": list(key)}, problem)


def _not_null(column: Column) -> list[Expectation]:
    if column.nullable:
        return []
    name = column.name
    return [Expectation("expect_column_values_to_not_be_null", [name], {"column": name}, f"{name} is null")]


def _allowed(column: Column) -> list[Expectation]:
    name = column.name
    if column.values:
        known = {"column": name, "value_set": list(column.values)}
        problem = f"{name} is none of the allowed values"
        return [Expectation("expect_column_values_to_be_in_set", [name], known, problem)]
    if column.type == "DOUBLE" or column.minimum is not None or column.maximum is not None:
        low = -sys.float_info.max if column.minimum is None else column.minimum
        high = sys.float_info.max if column.maximum is None else column.maximum
        bounds = {"column": name, "min_value": low, "max_value": high}
        problem = f"{name} is not {_range(column)}"
        return [Expectation("expect_column_values_to_be_between", [name], bounds, problem)]
    return []


def _range(column: Column) -> str:
    bounds = []
    if column.minimum is not None:
        bounds.append(f"≥ {column.minimum:g}")
    if column.maximum is not None:
        bounds.append(f"≤ {column.maximum:g}")
    return " and ".join(bounds) or "finite"


def _refers(key: ForeignKey, frames: Mapping[str, pl.DataFrame]) -> Expectation:
    parents = frames[key.parent].select(key.parent_columns).unique().rows()
    problem = f"no such {', '.join(key.columns)} in {key.parent}"
    if len(key.columns) == 1:
        known = {"column": key.columns[0], "value_set": [parent for (parent,) in parents]}
        return Expectation("expect_column_values_to_be_in_set", key.columns, known, problem)
    first, second = key.columns
    known_pairs = {
        "column_A": first,
        "column_B": second,
        "value_pairs_set": parents,
        "ignore_row_if": "either_value_is_missing",
    }
    return Expectation("expect_column_pair_values_to_be_in_set", key.columns, known_pairs, problem)


def _at_every_level(rows: pl.DataFrame, table: Table, rules: Callable[[Column], list[Expectation]]) -> pl.DataFrame:
    """The rows that fail their columns' rules, and the items of the rows' lists that do."""
    found = [
        failing_rows(level, table.key, [rule for column in columns for rule in rules(column)])
        for level, columns in _levels(rows, table.key, table.columns)
    ]
    return pl.concat(found, how="diagonal_relaxed").select(pl.exclude("problem"), "problem")


def _every_column(columns: Sequence[Column]) -> Iterator[Column]:
    for column in columns:
        yield column
        yield from _every_column(column.fields)


def _levels(
    rows: pl.DataFrame, key: Sequence[str], columns: Sequence[Column]
) -> Iterator[tuple[pl.DataFrame, Sequence[Column]]]:
    """The rows of a table, then the items of each list that they hold, the row's key beside each."""
    yield rows, columns
    for column in columns:
        if not isinstance(column.polars_type, pl.List):
            continue
        items = rows.select(*key, column.name).filter(pl.col(column.name).list.len() > 0).explode(column.name)
        if column.fields:
            yield from _levels(items.unnest(column.name), key, column.fields)
        else:
            yield items, [Column(column.name, column.type.removesuffix("[]"), column.description)]
