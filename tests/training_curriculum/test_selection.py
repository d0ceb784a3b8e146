"""The curriculum by hand, and what holds of every curriculum."""

import polars as pl
import pytest
from hypothesis import given, settings
from made_weeks import WEEK, attempts_frame, full_week, pair_rows, weeks

from assets.tables import TRAINING_CURRICULUM
from assets.training_curriculum.selection import curriculum


def _splits(attempts: pl.DataFrame, **columns: pl.Expr) -> pl.DataFrame:
    """All environments in train, each its own group, unless told otherwise."""
    environments = attempts.select("environment_id").unique().sort("environment_id")
    defaults = {"near_copies": pl.col("environment_id"), "split": pl.lit("train")}
    return environments.with_columns(**{**defaults, **columns})


def _curriculum(attempts: pl.DataFrame, splits: pl.DataFrame | None = None) -> pl.DataFrame:
    splits = _splits(attempts) if splits is None else splits
    seeds = {name: [index, index + 100] for index, name in enumerate(splits.get_column("environment_id"))}
    return curriculum(WEEK, attempts, splits, seeds)


def _chosen(rows: pl.DataFrame, learner: str, *columns: str) -> list[tuple[object, ...]]:
    slot = pl.col("environment_id").str.slice(-1).cast(pl.Int64)
    return rows.filter(pl.col("learner") == learner).sort("position").select(slot, *columns).rows()


def test_the_frontier_in_order_with_stages_and_weights():
    outcomes = {
        1: "ssst",  # unaided ¾, gain ¼
        2: "ssss",  # always solved
        3: "xxxx",  # never solved
        4: "sstx",  # unaided ½, gain ¼
        5: "sttt",  # unaided ¼, gain ¾
        6: "shxt",  # unaided ½, no gain
        7: "tttt",  # never solved unaided
        8: "stxx",  # unaided ¼, gain ¼
    }
    rows = [row for slot, letters in outcomes.items() for row in pair_rows("ada", slot, "bob", letters)]
    found = _curriculum(attempts_frame(rows))
    assert found.schema == TRAINING_CURRICULUM.polars_schema
    assert found.select("learner").unique().sort("learner").to_series().to_list() == ["bob", "panel"]
    total = 3 / 16 * 3 + 1 / 4
    assert _chosen(found, "bob", "position", "stage", "success_without_hint", "success_with_hint", "hint_gain") == [
        (1, 1, 1, 0.75, 1.0, 0.25),
        (4, 2, 1, 0.5, 0.75, 0.25),
        (5, 3, 2, 0.25, 1.0, 0.75),
        (8, 4, 3, 0.25, 0.5, 0.25),
    ]
    weights = [weight for _, weight in _chosen(found, "bob", "weight")]
    assert weights == pytest.approx([3 / 16 / total, 1 / 4 / total, 3 / 16 / total, 3 / 16 / total])
    assert _chosen(found, "panel", "weight") == _chosen(found, "bob", "weight")
    assert found.get_column("hint_level").unique().to_list() == [1]
    assert found.filter(pl.col("learner") == "bob").get_column("training_seeds").to_list()[0] == [0, 100]


def test_the_panel_leaves_the_author_out_and_the_author_keeps_its_own():
    rows = [*pair_rows("ada", 1, "ada", "st"), *pair_rows("ada", 1, "bob", "sstt"), *pair_rows("ada", 1, "cyd", "xxxx")]
    found = _curriculum(attempts_frame(rows))
    assert _chosen(found, "ada", "success_without_hint") == [(1, 0.5)]
    assert _chosen(found, "panel", "success_without_hint", "hint_gain") == [(1, 0.25, 0.25)]
    assert _chosen(found, "cyd") == []


def test_of_near_copies_the_first_in_order_is_chosen():
    rows = [*pair_rows("ada", 1, "bob", "stxx"), *pair_rows("ada", 2, "bob", "ssst"), *pair_rows("ada", 3, "bob", "st")]
    attempts = attempts_frame(rows)
    first_two = pl.when(pl.col("environment_id").str.ends_with("3")).then(pl.lit("c")).otherwise(pl.lit("a"))
    found = _curriculum(attempts, _splits(attempts, near_copies=first_two))
    assert _chosen(found, "bob", "position") == [(2, 1), (3, 2)]


def test_only_environments_with_a_split_are_chosen():
    attempts = attempts_frame([*pair_rows("ada", 1, "bob", "st"), *pair_rows("ada", 2, "bob", "st")])
    found = _curriculum(attempts, _splits(attempts).head(1))
    assert _chosen(found, "bob", "weight") == [(1, 1.0)]


@pytest.mark.parametrize("status", ["success", "failure", "incomplete"])
def test_a_week_without_a_frontier_has_no_curriculum(status):
    attempts = full_week(["ada", "bob"], 2, 2, lambda *_: status)
    assert _curriculum(attempts).is_empty()
    assert _curriculum(attempts_frame([])).schema == TRAINING_CURRICULUM.polars_schema


@settings(max_examples=40, deadline=None)
@given(weeks())
def test_what_holds_of_every_curriculum(week):
    _, attempts = week
    slot = pl.col("environment_id").str.slice(-1)
    split = pl.when(slot == "1").then(pl.lit("test")).otherwise(pl.lit("train"))
    found = _curriculum(attempts, _splits(attempts, split=split))
    totals = found.group_by("learner", "split").agg(pl.col("weight").sum())
    assert totals.get_column("weight").to_list() == pytest.approx([1.0] * totals.height, abs=1e-12)
    assert found.group_by("environment_id").agg(pl.col("split").n_unique()).filter(pl.col("split") > 1).is_empty()
    assert found.filter(~pl.col("success_without_hint").is_between(0.05, 0.95) | (pl.col("hint_gain") <= 0)).is_empty()
    for _, rows in found.sort("learner", "position").group_by("learner", maintain_order=True):
        assert rows.get_column("position").to_list() == list(range(1, rows.height + 1))
        assert rows.get_column("stage").is_sorted()
        assert rows.get_column("success_without_hint").is_sorted(descending=True)
