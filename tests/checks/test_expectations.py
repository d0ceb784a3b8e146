"""What Great Expectations is asked, and that it answers for every row."""

import polars as pl
import pytest

from orchestration.checks.expectations import Expectation, failing_rows


def expect(kind: str, column: str = "share", **arguments: object) -> Expectation:
    return Expectation(f"expect_column_values_to_{kind}", [column], {"column": column, **arguments}, kind)


def test_every_failed_expectation_of_a_row_is_told() -> None:
    frame = pl.DataFrame({"name": ["a", "b", "c", "b"], "share": [0.5, 2.0, None, 3.0], "other": [1, 2, 3, 4]})
    between, given = expect("be_between", min_value=0, max_value=1), expect("not_be_null")
    unique = expect("be_unique", column="name")
    assert failing_rows(frame, ["name"], [unique, given, between]).to_dicts() == [
        {"name": "b", "share": 2.0, "problem": "be_unique; be_between"},
        {"name": "c", "share": None, "problem": "not_be_null"},
        {"name": "b", "share": 3.0, "problem": "be_unique; be_between"},
    ]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_is_not_finite_is_neither_null_nor_in_range(value: float) -> None:
    frame = pl.DataFrame({"share": [0.5, value]})
    assert failing_rows(frame, ["share"], [expect("not_be_null")]).is_empty()
    assert failing_rows(frame, ["share"], [expect("be_between", min_value=-1e300, max_value=1e300)]).height == 1


def test_frames_without_rows_and_without_expectations_have_no_failing_rows() -> None:
    frame = pl.DataFrame({"share": [0.5]})
    assert failing_rows(frame.clear(), ["share"], [expect("not_be_null")]).is_empty()
    assert failing_rows(frame, ["share"], []).columns == ["share", "problem"]


def test_what_can_not_be_evaluated_does_not_count_as_passed() -> None:
    with pytest.raises(RuntimeError, match="could not evaluate expect_column_values_to_not_be_null"):
        failing_rows(pl.DataFrame({"share": [0.5]}), ["share"], [expect("not_be_null", column="absent")])
