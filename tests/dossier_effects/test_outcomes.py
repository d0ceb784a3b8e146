"""Outcomes of a week counted by hand."""

import polars as pl
import pytest
from made_weeks import WEEK, attempts_frame, contestants_frame, pair_rows

from assets.dossier_effects.outcomes import VALIDATIONS_READ, weekly_outcomes

CONTESTANTS = contestants_frame({"ada": ["author", "solver"], "bob": ["solver"], "cyd": ["solver"]})
ATTEMPTS = attempts_frame(
    [
        *pair_rows("ada", 1, "bob", "st"),
        *pair_rows("ada", 1, "cyd", "tt"),
        *pair_rows("ada", 1, "ada", "ss"),
        *pair_rows("ada", 2, "bob", "xx"),
        *pair_rows("ada", 2, "cyd", "xx"),
    ]
)


def validations(*environments: tuple[int, bool | None, bool | None]) -> pl.DataFrame:
    """Rows of ada's environments: of each its number, and what `parses` and `novel` found; its probe failed."""
    rows = [
        (WEEK, f"{WEEK}/ada/env_{number:03d}", "ada", check, check != "hint_probe", passed)
        for number, parses, novel in environments
        for check, passed in (("parses", parses), ("novel", novel), ("hint_probe", False))
    ]
    return pl.DataFrame(rows, schema=list(VALIDATIONS_READ), orient="row")


def found(validations: pl.DataFrame, attempts: pl.DataFrame = ATTEMPTS) -> dict[str, float]:
    frame = weekly_outcomes(WEEK, CONTESTANTS, validations, attempts)
    assert set(frame["author"]) <= {"ada"}
    assert set(frame["week"]) <= {WEEK}
    return dict(frame.select("outcome", "value").iter_rows())


def test_an_authors_week_is_the_mean_over_its_environments():
    assert found(validations((1, True, True), (2, True, True), (3, True, False))) == pytest.approx(
        {
            # Of the panel of two one solves the first seed of the first environment, and nobody anything else.
            "discrimination": (0.5 + 0) / 2,
            "hint_gain": (0.75 + 0) / 2,
            "unaided_share": (0.25 + 0) / 2,
            "admitted_share": 2 / 3,
        }
    )


def test_an_environment_that_nobody_answered_for_is_no_fault_of_its_author():
    assert found(validations((1, True, True), (2, None, None)))["admitted_share"] == 1
    assert found(validations((1, True, True), (2, False, None)))["admitted_share"] == 0.5
    assert "admitted_share" not in found(validations((2, None, None)))


def test_a_withdrawn_environment_has_only_its_admission():
    broken = ATTEMPTS.with_columns(
        stop_reason=pl.when(pl.col("environment_id").str.ends_with("env_001"))
        .then(pl.lit("environment_error"))
        .otherwise("stop_reason")
    )
    assert found(validations((1, True, True), (2, True, True)), broken) == {
        "discrimination": 0,
        "hint_gain": 0,
        "unaided_share": 0,
        "admitted_share": 1,
    }


def test_a_week_without_attempts_has_no_outcome_but_admissions():
    assert found(validations((1, True, False)), ATTEMPTS.clear()) == {"admitted_share": 0}
