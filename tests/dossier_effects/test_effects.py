"""Effects of a dossier in made and in simulated seasons."""

from datetime import date, timedelta

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

from assets.dossier_effects.effects import dossier_effects
from assets.tables import DOSSIER_EFFECTS, DOSSIER_OUTCOMES

FIRST = date(2026, 11, 2)
WEEK = FIRST + timedelta(weeks=9)
SEASONS = 400


def shown(authors: int, weeks: int, alternates: str) -> np.ndarray:
    """Who is shown a dossier, shape (authors, weeks): nobody in the first week, then in turns."""
    turn = np.arange(weeks) + (np.arange(authors)[:, None] if alternates == "author" else np.zeros((authors, 1), int))
    return (turn % 2 == 1) & (np.arange(weeks) > 0)


def told(values: np.ndarray, dossier: np.ndarray, kind: str = "own") -> tuple[pl.DataFrame, pl.DataFrame]:
    """Outcomes and dossiers of a season: one value an (author, week) in every outcome."""
    places = [(author, week) for author in range(values.shape[0]) for week in range(values.shape[1])]
    weeks = [FIRST + timedelta(weeks=week) for _, week in places]
    authors = [f"author{author}" for author, _ in places]
    outcomes = pl.concat(
        pl.DataFrame({"week": weeks, "author": authors, "value": values.ravel()}).with_columns(outcome=pl.lit(outcome))
        for outcome in DOSSIER_OUTCOMES
    )
    kinds = np.where(dossier.ravel(), kind, "none")
    return outcomes, pl.DataFrame({"week": weeks, "author": authors, "dossier": kinds})


def effect(values: np.ndarray, dossier: np.ndarray) -> dict:
    outcomes, dossiers = told(values, dossier)
    return dossier_effects(WEEK, outcomes.filter(outcome="hint_gain"), dossiers, 1).row(
        by_predicate=pl.col("outcome") == "hint_gain", named=True
    )


def test_it_is_the_mean_over_authors_with_their_paired_interval():
    values = np.array([[0.1, 0.4, 0.1], [0.1, 0.7, 0.3], [0.2, 0.2, 0.4]])
    differences = np.array([0.3, 0.5, -0.1])
    row = effect(values, shown(3, 3, "week"))
    expected = stats.ttest_1samp(differences, 0)
    assert row["effect"] == pytest.approx(differences.mean())
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(expected.confidence_interval(0.95))
    assert row["p_value"] == 2 * 2 / 8
    assert (row["authors"], row["weeks_with"], row["weeks_without"]) == (3, 3, 6)
    assert row["note"].startswith("all authors had it in the same weeks")


def test_authors_that_take_turns_have_no_such_note():
    values = np.random.default_rng(1).random((4, 6))
    row = effect(values, shown(4, 6, "author"))
    assert row["note"] is None
    assert (row["authors"], row["weeks_with"], row["weeks_without"]) == (4, 10, 14)


@pytest.mark.parametrize(
    ("dossier", "said"),
    [
        (np.zeros((3, 5), bool), "no author was shown a dossier"),
        (np.repeat([[False, True, True, True, True]], 3, axis=0), "no author's dossier was taken away again"),
        (np.repeat([[False, True]], 3, axis=0), "no author's dossier was taken away again"),
    ],
    ids=["never shown", "always shown", "two weeks"],
)
def test_a_season_that_does_not_alternate_says_so(dossier, said):
    found = dossier_effects(WEEK, *told(np.random.default_rng(1).random(dossier.shape), dossier), 1)
    assert found["outcome"].to_list() == sorted(DOSSIER_OUTCOMES)
    assert set(found["authors"]) == {0}
    assert found["effect"].null_count() == found["p_value"].null_count() == len(DOSSIER_OUTCOMES)
    assert all(note.startswith(said) for note in found["note"])


def test_one_author_or_equal_ones_have_an_effect_and_nothing_to_judge_it_by():
    alone = effect(np.array([[0.1, 0.4, 0.1]]), shown(1, 3, "week"))
    alike = effect(np.array([[0.1, 0.4, 0.1]] * 3), shown(3, 3, "week"))
    for row in (alone, alike):
        assert row["effect"] == pytest.approx(0.3)
        assert row["std_error"] is row["ci_low"] is row["p_value"] is None
    assert alone["note"].startswith("one author")
    assert alike["note"].startswith("the same with every author")


def test_weeks_without_an_outcome_or_of_no_known_dossier_are_left_out():
    outcomes, dossiers = told(np.random.default_rng(2).random((3, 6)), shown(3, 6, "week"))
    gone = (pl.col("author") == "author1") & (pl.col("week") == FIRST)
    fewer = dossier_effects(WEEK, outcomes.filter(~gone), dossiers, 1)
    assert_frame_equal(fewer, dossier_effects(WEEK, outcomes, dossiers.filter(~gone), 1))
    assert set(fewer["weeks_without"]) == {8}


def test_a_dossier_of_either_kind_counts_and_the_order_of_rows_does_not():
    outcomes, own = told(np.random.default_rng(3).random((4, 6)), shown(4, 6, "author"))
    _, public = told(np.zeros((4, 6)), shown(4, 6, "author"), kind="public")
    found = dossier_effects(WEEK, outcomes, own, 1)
    assert_frame_equal(found, dossier_effects(WEEK, outcomes.reverse(), public.sample(fraction=1, shuffle=True), 1))
    assert found.schema == DOSSIER_EFFECTS.polars_schema


def held(alternates: str, *, shock: float, authors: int = 6, weeks: int = 6) -> tuple[float, float]:
    """How often intervals hold the mean effect of 0.1, and the mean estimate, in simulated seasons.

    Every author has a trend and an effect of its own; a shock hits all authors of a week alike.
    """
    chance = np.random.default_rng(weeks)
    dossier = shown(authors, weeks, alternates)
    found = []
    for _ in range(SEASONS):
        values = chance.normal(0, 0.1, dossier.shape) + chance.normal(0, shock, weeks) * (shock > 0)
        values = values + chance.normal(0.02, 0.02, (authors, 1)) * np.arange(weeks)
        found.append(effect(values + chance.normal(0.1, 0.05, (authors, 1)) * dossier, dossier))
    return (
        float(np.mean([row["ci_low"] <= 0.1 <= row["ci_high"] for row in found])),
        float(np.mean([row["effect"] for row in found])),
    )


@pytest.mark.parametrize(("alternates", "shock"), [("week", 0), ("author", 0), ("author", 0.05)])
def test_intervals_hold_the_effect_as_often_as_they_say(alternates, shock):
    coverage, mean = held(alternates, shock=shock)
    assert 0.92 < coverage < 0.98
    assert mean == pytest.approx(0.1, abs=0.01)


def test_what_hits_a_whole_week_drops_out_only_where_authors_take_turns():
    assert held("week", shock=0.05)[0] < 0.9
