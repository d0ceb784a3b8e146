"""Scores of the reference week: the published evaluation's definitions, run by others on the same attempts."""

import json
from pathlib import Path

import polars as pl
import pytest
from made_weeks import everyone, played_week

from assets.pairwise_outcomes.matched_pairs import foreign, hint_effects, matched_pairs
from assets.rankings.boards import rankings_of
from assets.rankings.solving import common_panel_solve
from assets.scored import scored_attempts
from assets.tables import SHARE_BOARDS

REFDATA = Path(__file__).parents[1] / "refdata"
EXPECTED = json.loads((REFDATA / "scores_expected.json").read_text())
SCORES = EXPECTED["scores"]


@pytest.fixture(scope="module")
def attempts() -> pl.DataFrame:
    attempts = pl.read_csv(REFDATA / "scores_attempts.csv")
    reason = pl.when(pl.col("status") == "incomplete").then(pl.lit("provider_error")).otherwise(pl.lit("terminated"))
    return attempts.with_columns(stop_reason=reason)


@pytest.mark.parametrize("board", SHARE_BOARDS)
def test_each_board_has_the_published_value(attempts, board):
    found = rankings_of([played_week(everyone(*SCORES), attempts)], seed=1)
    standings = found.filter(pl.col("board") == board, pl.col("scope") == "week")
    values = dict(standings.select("contestant", "value").iter_rows())
    assert values == pytest.approx({name: scores[board] for name, scores in SCORES.items()}, rel=0, abs=1e-12)


@pytest.mark.parametrize("effect", ["hint_gain", "rescue", "harm"])
def test_hint_effects_have_the_published_values(attempts, effect):
    effects = hint_effects("solver", foreign(matched_pairs(scored_attempts(attempts))))
    values = dict(effects.select("solver", effect).iter_rows())
    assert values == pytest.approx({name: scores[effect] for name, scores in SCORES.items()}, rel=0, abs=1e-12)


def test_the_common_panel_has_the_published_size(attempts):
    terms = common_panel_solve(scored_attempts(attempts), list(SCORES))
    assert terms.get_column("environment_id").n_unique() == EXPECTED["common_panel_environments"]


def test_input_order_changes_no_digit(attempts):
    shuffled = attempts.sample(fraction=1, shuffle=True, seed=3)
    one, other = (rankings_of([played_week(everyone(*SCORES), frame)], seed=1) for frame in (attempts, shuffled))
    assert one.equals(other)
