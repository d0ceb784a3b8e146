"""Duels: scores and margin by hand, and every way a duel can end."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from made_weeks import WEEK, attempts_frame, contestants_frame, everyone, full_week, pair_rows, weeks

from assets.pairwise_outcomes.duels import duel_results
from assets.tables import DUEL_RESULTS


def _duel(outcomes_on_ada: list[str], outcomes_on_bob: list[str]) -> dict[str, object]:
    """The duel of ada and bob; bob's outcomes on ada's environments, then ada's on bob's."""
    rows = [row for slot, letters in enumerate(outcomes_on_ada) for row in pair_rows("ada", slot, "bob", letters)]
    rows += [row for slot, letters in enumerate(outcomes_on_bob) for row in pair_rows("bob", slot, "ada", letters)]
    return duel_results(WEEK, everyone("ada", "bob"), attempts_frame(rows), seed=1).row(0, named=True)


def test_scores_are_means_over_environments_not_over_pairs():
    duel = _duel(["tttt", "s"], ["s", "ts"])
    assert duel["score_a"] == (1 / 2) * (1 + 0) / 2 + (1 / 2) * (1 + 1 / 2) / 2
    assert duel["score_b"] == (1 / 2) * (0 + 1 / 2) / 2 + (1 / 2) * (0 + 1) / 2
    assert (duel["environments_a"], duel["environments_b"]) == (2, 2)
    # u is 1 and −1 on ada's environments, −1 and 0 on bob's.
    assert duel["margin"] == pytest.approx((0 - -1 / 2) / 2, abs=1e-15)
    assert duel["p_value"] == 1.0
    assert duel["result"] == "draw"
    assert duel["reason"] == "the margin's 95 % interval holds 0"


def test_an_interval_beyond_0_wins():
    duel = _duel(["tttt", "tttx", "tttt"], ["ssss", "sssx", "ssss"])
    assert duel["result"] == "a"
    assert 0 < duel["ci_low"] < duel["margin"] < duel["ci_high"] == 1
    assert duel["p_value"] == 2 / 20
    assert duel["reason"] == "the margin's 95 % interval leaves out 0"


def test_without_an_environment_that_counts_there_is_no_contest():
    duel = _duel(["ts"], [])
    assert duel["result"] == "no_contest"
    assert duel["reason"] == "ada has no matched pair on an environment of bob"
    numbers = ("score_a", "score_b", "margin", "ci_low", "ci_high", "p_value", "p_holm")
    assert [duel[name] for name in numbers] == [None] * 7
    assert (duel["environments_a"], duel["environments_b"], duel["family_size"]) == (1, 0, 0)


def test_one_environment_a_side_is_a_draw_without_an_interval():
    duel = _duel(["tttt"], ["ssss", "ssss"])
    assert (duel["margin"], duel["ci_low"], duel["ci_high"], duel["result"]) == (1.0, None, None, "draw")
    assert duel["reason"] == "no interval: only one environment of ada counts"
    both = _duel(["t"], ["x"])
    assert both["reason"] == "no interval: only one environment of ada and of bob counts"
    assert both["p_value"] == 1.0


def test_one_constant_side_still_has_an_interval():
    duel = _duel(["tt", "tt", "tt"], ["ss", "sx", "st"])
    assert duel["ci_low"] < duel["margin"] < duel["ci_high"]


def test_without_any_spread_the_permutation_test_decides():
    few = _duel(["tt"] * 3, ["ss"] * 3)
    assert (few["ci_low"], few["p_value"], few["result"]) == (None, 0.1, "draw")
    assert few["reason"] == "no interval: no spread within either side; the permutation test decides (p = 0.1)"
    many = _duel(["tt"] * 4, ["ss"] * 4)
    assert (many["ci_low"], many["p_value"], many["result"]) == (None, 2 / 70, "a")
    assert many["margin"] == 1.0


def test_equal_worth_is_seen_through_rounding():
    """3/5 − 2/5 and 1/5 differ as floats; their environments are worth the same all the same."""
    duel = _duel(["tttss", "txxxx"], ["xxxxx", "xxxxx"])
    assert duel["ci_low"] is None
    assert "no spread" in duel["reason"]


def test_every_two_contestants_have_a_row_whatever_their_roles():
    contestants = contestants_frame({"cyd": ["solver"], "ada": ["author"], "bob": ["author", "solver"]})
    duels = duel_results(WEEK, contestants, attempts_frame(pair_rows("ada", 1, "bob", "t")), seed=1)
    assert duels.schema == DUEL_RESULTS.polars_schema
    assert duels.select("contestant_a", "contestant_b").rows() == [("ada", "bob"), ("ada", "cyd"), ("bob", "cyd")]
    assert duels.get_column("result").unique().to_list() == ["no_contest"]


def test_holm_covers_the_duels_with_a_p_value_and_says_how_many():
    names = ["ada", "bob", "cyd"]
    attempts = full_week(names, 3, 2, lambda author, *_: None if author == "cyd" else "success")
    duels = duel_results(WEEK, everyone(*names), attempts, seed=1)
    assert duels.get_column("family_size").to_list() == [1, 1, 1]
    assert duels.get_column("p_holm").to_list() == [1.0, None, None]


@settings(max_examples=25, deadline=None)
@given(weeks())
def test_exchanging_two_names_turns_the_margin_round(week):
    names, attempts = week
    renamed = dict(zip(names, reversed(names), strict=True))
    swapped = attempts.with_columns(pl.col("author", "solver").replace(renamed))
    duels, mirrored = (
        {
            (row["contestant_a"], row["contestant_b"]): row
            for row in duel_results(WEEK, everyone(*names), frame, seed=1).iter_rows(named=True)
        }
        for frame in (attempts, swapped)
    )
    turned = {"a": "b", "b": "a"}
    for (a, b), duel in duels.items():
        mirror = mirrored[renamed[b], renamed[a]]
        assert mirror["result"] == turned.get(duel["result"], duel["result"])
        if duel["margin"] is not None:
            assert mirror["margin"] == pytest.approx(-duel["margin"], abs=1e-15)
            assert mirror["p_value"] == pytest.approx(duel["p_value"], abs=1e-15)
        if duel["ci_low"] is not None:
            assert -1 <= duel["ci_low"] <= duel["margin"] <= duel["ci_high"] <= 1
            assert np.allclose([mirror["ci_low"], mirror["ci_high"]], [-duel["ci_high"], -duel["ci_low"]], atol=1e-12)
