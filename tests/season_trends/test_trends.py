"""Trends of a season whose rankings are made by hand."""

from datetime import date, timedelta

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from assets.season_trends.trends import change, season_trends
from assets.slope import slope_of
from assets.tables import BOARDS, RANKINGS, SEASON_TRENDS

FIRST = date(2026, 11, 2)
VALUES = {
    "ada": [0.2, 0.31, 0.39, 0.5, 0.61],
    "bob": [0.5, 0.52, 0.47, 0.53, 0.49],
    "cyd": [None, 0.8, None, 0.59, 0.42],
    "dan": [0.9, 0.8, None, None, None],
    "eve": [None, None, None, None, None],
}
"""The canonical solve of each in five weeks."""


def rankings(values: dict[str, list[float | None]] = VALUES, board: str = "canonical_solve") -> pl.DataFrame:
    """Rows of `rankings`; the season's scope says otherwise, and all other boards are empty."""
    rows = [
        dict.fromkeys(RANKINGS.column_names)
        | {
            "week": FIRST + timedelta(weeks=number),
            "scope": scope,
            "board": each,
            "contestant": contestant,
            "value": (value if scope == "week" else 0.0) if each == board else None,
            "n": 0,
        }
        for contestant, weekly in values.items()
        for number, value in enumerate(weekly)
        for scope in ("week", "season")
        for each in BOARDS
    ]
    return RANKINGS.frame(rows)


def of_board(week: date, frame: pl.DataFrame, board: str = "canonical_solve") -> dict[str, dict]:
    found = season_trends(week, frame).filter(board=board)
    return {row["contestant"]: row for row in found.iter_rows(named=True)}


LAST = FIRST + timedelta(weeks=4)


def test_it_says_who_rises_who_falls_and_of_whom_nothing_is_shown():
    found = of_board(LAST, rankings())
    assert {name: row["change"] for name, row in found.items()} == {
        "ada": "rises",
        "bob": "level",
        "cyd": "level",
        "dan": None,
        "eve": None,
    }
    assert found["ada"]["slope"] == pytest.approx(0.101)
    assert found["ada"]["weeks"] == 5
    assert found["bob"]["ci_low"] < 0 < found["bob"]["ci_high"]


def test_weeks_that_were_not_played_are_gaps():
    row = of_board(LAST, rankings())["cyd"]
    expected = slope_of(pl.Series([0.0, 2, 3]).to_numpy(), pl.Series([0.8, 0.59, 0.42]).to_numpy())
    assert (row["weeks"], row["first_week"]) == (3, FIRST + timedelta(weeks=1))
    assert (row["slope"], row["p_value"]) == (expected.value, expected.p_value)


def test_fewer_than_three_weeks_are_said_to_be_too_few():
    found = of_board(LAST, rankings())
    for name, weeks, first in (("dan", 2, FIRST), ("eve", 0, None)):
        assert (found[name]["weeks"], found[name]["first_week"]) == (weeks, first)
        assert found[name]["slope"] is None
        assert found[name]["p_holm"] is None
        assert found[name]["note"] == "fewer than 3 weeks with a value"


def test_a_straight_line_is_not_taken_for_certainty():
    row = of_board(LAST, rankings({"ada": [0.5] * 5}))["ada"]
    assert (row["slope"], row["std_error"], row["change"]) == (0, None, None)
    assert row["note"].startswith("the weekly values lie on one line")


def test_p_values_are_adjusted_over_those_of_the_board_that_have_one():
    found = of_board(LAST, rankings())
    smallest, middle, largest = sorted((found[name]["p_value"], name) for name in ("ada", "bob", "cyd"))
    assert smallest[1] == "ada"
    assert found["ada"]["p_holm"] == pytest.approx(3 * smallest[0])
    assert found[middle[1]]["p_holm"] == pytest.approx(min(1, 2 * middle[0]))
    assert found[largest[1]]["p_holm"] == pytest.approx(max(largest[0], min(1, 2 * middle[0])))


def test_everybody_of_the_week_stands_on_every_board_and_who_has_left_on_none():
    frame = rankings().filter(~((pl.col("contestant") == "dan") & (pl.col("week") == LAST)))
    found = season_trends(LAST, frame)
    assert sorted(set(found["contestant"])) == ["ada", "bob", "cyd", "eve"]
    assert found.height == 4 * len(BOARDS)
    assert found.schema == SEASON_TRENDS.polars_schema


def test_the_order_of_rows_does_not_matter():
    frame = rankings()
    assert_frame_equal(season_trends(LAST, frame), season_trends(LAST, frame.sample(fraction=1, shuffle=True, seed=1)))


def test_nobody_has_no_trend():
    assert_frame_equal(season_trends(LAST, RANKINGS.frame([])), SEASON_TRENDS.frame([]))


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(0.1, 0.2, "rises"), (-0.2, -0.1, "falls"), (-0.1, 0.1, "level"), (0.0, 0.1, "level"), (None, None, None)],
)
def test_what_an_interval_says(low, high, said):
    assert change(low, high) == said
