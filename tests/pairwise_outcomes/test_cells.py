"""Cells count every matched pair once."""

import polars as pl
from hypothesis import given, settings
from made_weeks import WEEK, attempts_frame, contestants_frame, everyone, pair_rows, weeks

from assets.pairwise_outcomes.cells import pairwise_cells
from assets.pairwise_outcomes.matched_pairs import foreign, matched_pairs
from assets.scored import scored_attempts
from assets.tables import PAIRWISE_OUTCOMES


def test_a_cell_by_hand():
    rows = [*pair_rows("ada", 1, "bob", "sht"), *pair_rows("ada", 2, "bob", "xx"), *pair_rows("bob", 1, "bob", "s")]
    cells = pairwise_cells(WEEK, everyone("ada", "bob"), attempts_frame(rows))
    assert cells.schema == PAIRWISE_OUTCOMES.polars_schema
    assert cells.rows() == [
        (WEEK, "ada", "bob", 2, 5, 2, 1, 2, 1, 0.0, 1 / 3, 1 / 2),
        (WEEK, "bob", "ada", 0, 0, 0, 0, 0, 0, None, None, None),
    ]


def test_roles_decide_which_cells_there_are():
    contestants = contestants_frame({"ada": ["author"], "bob": ["solver"], "cyd": ["author", "solver"]})
    cells = pairwise_cells(WEEK, contestants, attempts_frame([]))
    assert cells.select("author", "solver").rows() == [("ada", "bob"), ("ada", "cyd"), ("cyd", "bob")]


@settings(max_examples=40, deadline=None)
@given(weeks())
def test_outcomes_add_up_to_the_pairs(week):
    names, attempts = week
    cells = pairwise_cells(WEEK, everyone(*names), attempts)
    assert cells.height == len(names) * (len(names) - 1)
    assert cells.filter(pl.col("solved") + pl.col("taught") + pl.col("stumped") != pl.col("pairs")).is_empty()
    assert cells.filter(pl.col("harmed") > pl.col("solved")).is_empty()
    assert cells.get_column("pairs").sum() == foreign(matched_pairs(scored_attempts(attempts))).height


@settings(max_examples=40, deadline=None)
@given(weeks())
def test_swapping_the_conditions_flips_the_hint_gain(week):
    names, attempts = week
    other = pl.when(pl.col("condition") == "with_hint").then(pl.lit("without_hint")).otherwise(pl.lit("with_hint"))
    gains, flipped = (
        pairwise_cells(WEEK, everyone(*names), frame).get_column("hint_gain").to_list()
        for frame in (attempts, attempts.with_columns(condition=other))
    )
    assert flipped == [None if gain is None else -gain for gain in gains]
