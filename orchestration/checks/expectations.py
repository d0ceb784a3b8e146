"""Great Expectations, quiet and offline: which rows of a frame fail which expectations."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import polars as pl
import polars.selectors as cs

if TYPE_CHECKING:
    from great_expectations.core.batch_definition import BatchDefinition


@dataclass(frozen=True, slots=True)
class Expectation:
    """One expectation about the rows of a frame.

    Attributes:
        type: its name in Great Expectations, such as `expect_column_values_to_be_unique`.
        columns: the columns that it is about.
        arguments: Great Expectations' own.
        problem: what a row that fails it has, in a few words.
    """

    type: str
    columns: Sequence[str]
    arguments: Mapping[str, object]
    problem: str


def failing_rows(frame: pl.DataFrame, key: Sequence[str], expectations: Sequence[Expectation]) -> pl.DataFrame:
    """The rows that fail an expectation, in order: `key`, the columns that it is about, and `problem`."""
    problems: dict[int, list[str]] = {}
    shown = dict.fromkeys(key)
    for expectation, rows in zip(expectations, _unexpected(frame, expectations), strict=True):
        if rows:
            shown |= dict.fromkeys(expectation.columns)
        for row in rows:
            problems.setdefault(row, []).append(expectation.problem)
    found = sorted(problems)
    told = pl.Series("problem", ["; ".join(problems[row]) for row in found], dtype=pl.String)
    return frame[found].select(*shown).with_columns(told)


def _unexpected(frame: pl.DataFrame, expectations: Sequence[Expectation]) -> list[list[int]]:
    """The positions of the rows that fail each expectation."""
    data = _pandas(frame)
    # Asking which rows fail costs several times what asking whether any does, and hardly ever any does.
    told = _validated(data, expectations, "BOOLEAN_ONLY")
    broken = [place for place, result in enumerate(told) if not result["success"]]
    found: list[list[int]] = [[] for _ in expectations]
    in_full = _validated(data, [expectations[place] for place in broken], "COMPLETE")
    for place, result in zip(broken, in_full, strict=True):
        found[place] = result["result"]["unexpected_index_list"]
    return found


def _validated(data: Any, expectations: Sequence[Expectation], result_format: str) -> list[dict[str, Any]]:
    """Great Expectations' result for each expectation about a pandas frame."""
    if not expectations:
        return []
    batches = _batches()
    from great_expectations import ExpectationSuite

    suite = ExpectationSuite(
        "rows",
        expectations=[
            {"type": expectation.type, "kwargs": dict(expectation.arguments), "meta": {"place": place}}
            for place, expectation in enumerate(expectations)
        ],
    )
    batch = batches.get_batch({"dataframe": data})
    told: dict[int, dict[str, Any]] = {}
    for result in batch.validate(suite, result_format={"result_format": result_format}).results:
        one: dict[str, Any] = result.to_json_dict()
        configuration, fault = one["expectation_config"], one["exception_info"]
        if fault.get("raised_exception", True):
            raise RuntimeError(f"Great Expectations could not evaluate {configuration['type']}: {fault}")
        told[configuration["meta"]["place"]] = one
    return [told[place] for place in range(len(expectations))]


def _pandas(frame: pl.DataFrame) -> Any:
    """The frame as pandas: lists as their lengths, and NaN, which pandas takes for null, as an infinity."""
    return frame.with_columns(cs.list().list.len(), cs.float().fill_nan(float("inf"))).to_pandas()


@cache
def _batches() -> "BatchDefinition[Any]":
    """Where frames become batches, in the process's one context: in memory, without analytics or progress bars.

    Great Expectations takes seconds to import, so that happens here, when a check first runs.
    """
    os.environ["GX_ANALYTICS_ENABLED"] = "false"
    import great_expectations as gx
    from great_expectations.data_context.types.base import ProgressBarsConfig

    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = ProgressBarsConfig(globally=False)
    frames = context.data_sources.add_pandas("frames").add_dataframe_asset("frame")
    return frames.add_batch_definition_whole_dataframe("rows")
