"""The pairs that are shown: one an environment, by how much there is to see."""

import polars as pl
import pytest
from made_weeks import attempts_frame, pair_rows
from polars.testing import assert_frame_equal

from assets.tournament_report.pairs import shown_pairs


def outcomes(*rows: list[dict[str, object]], turns: dict[int, int] | None = None) -> pl.DataFrame:
    """Attempts with ids that say what they are; by seed their number of turns, 5 where none is given."""
    attempts = attempts_frame(row for of_pair in rows for row in of_pair)
    return attempts.with_columns(
        attempt_id=pl.format("{}|{}|{}|{}", "environment_id", "solver", "seed", "condition"),
        turns=pl.col("seed").replace_strict(turns or {}, default=5, return_dtype=pl.Int32),
    )


def one(attempts: pl.DataFrame) -> dict[str, object]:
    [row] = shown_pairs(attempts).iter_rows(named=True)
    return row


@pytest.mark.parametrize(
    ("played", "kind", "seed"),
    [("sxht", "taught", 3), ("sxh", "harmed", 2), ("sx", "stumped", 1), ("s", "solved", 0), ("tt", "taught", 0)],
)
def test_the_kind_with_most_to_see_comes_first(played, kind, seed):
    found = one(outcomes(pair_rows("ada", 1, "bruno", played)))
    assert (found["kind"], found["seed"]) == (kind, seed)


def test_of_a_kind_the_shortest_is_taken():
    assert one(outcomes(pair_rows("ada", 1, "bruno", "ttt"), turns={0: 9, 1: 2, 2: 3}))["seed"] == 1


def test_its_two_attempts_are_those_of_the_pair():
    found = one(outcomes(pair_rows("ada", 1, "bruno", "st")))
    assert found["without_hint"] == f"{found['environment_id']}|bruno|1|without_hint"
    assert found["with_hint"] == f"{found['environment_id']}|bruno|1|with_hint"


def test_nobody_is_shown_on_its_own_environment():
    assert shown_pairs(outcomes(pair_rows("ada", 1, "ada", "tt"))).is_empty()
    assert one(outcomes(pair_rows("ada", 1, "ada", "t"), pair_rows("ada", 1, "bruno", "s")))["solver"] == "bruno"


def test_what_is_not_scored_is_not_shown():
    whole = outcomes(pair_rows("ada", 1, "bruno", "ts"))
    fault = (pl.col("seed") == 0) & (pl.col("condition") == "with_hint")
    incomplete = whole.with_columns(status=pl.when(fault).then(pl.lit("incomplete")).otherwise("status"))
    assert one(incomplete)["seed"] == 1
    broken = whole.with_columns(stop_reason=pl.when(fault).then(pl.lit("environment_error")).otherwise("stop_reason"))
    assert shown_pairs(broken).is_empty()


def test_one_of_each_environment_whatever_the_order_of_the_rows():
    attempts = outcomes(*(pair_rows("ada", slot, solver, "stxh") for slot in (1, 2) for solver in ("bruno", "clara")))
    found = shown_pairs(attempts)
    assert found.get_column("environment_id").is_sorted()
    assert found.get_column("solver").to_list() == ["bruno", "bruno"]
    assert_frame_equal(found, shown_pairs(attempts.sample(fraction=1, shuffle=True, seed=3)))
