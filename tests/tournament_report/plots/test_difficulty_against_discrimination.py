import polars as pl

from assets.tournament_report.plots.difficulty_against_discrimination import difficulty_against_discrimination
from assets.tournament_report.results import Results
from tournament_report.plots.drawn import layers, one


def _played(results: Results) -> pl.DataFrame:
    week = results.environment_difficulty.filter(pl.col("week") == results.week)
    return week.drop_nulls(["unaided_share", "discrimination"])


def test_every_played_environment_is_a_dot_or_part_of_one(results: Results) -> None:
    found = layers(difficulty_against_discrimination(results))
    dots = one(found, "point")
    played = _played(results)
    places = {(round(1 - share, 9), d) for share, d in played.select("unaided_share", "discrimination").rows()}
    assert {(round(x, 9), y) for x, y in dots.drawn("x", "y")} == places
    assert sum(row["environments"] for row in dots.rows) == played.height
    assert dots.field("shape") == dots.field("color")


def test_difficulties_have_wilsons_intervals(results: Results) -> None:
    whiskers = one(layers(difficulty_against_discrimination(results)), "rule")
    ends = _played(results).select(low=1 - pl.col("unaided_share_high"), high=1 - pl.col("unaided_share_low")).rows()
    assert whiskers.drawn("x", "x2") == set(ends)


def test_verdicts_are_counted_in_the_legend(results: Results) -> None:
    frontier = _played(results).filter(pl.col("verdict") == "frontier").height
    dots = one(layers(difficulty_against_discrimination(results)), "point")
    assert f"frontier ({frontier})" in dots.encoding["color"]["scale"]["domain"]


def test_dots_that_coincide_are_one_larger_dot(results: Results) -> None:
    played = _played(results)
    twice = pl.concat([played, played.head(1).with_columns(environment_id=pl.lit("another"))])
    changed = Results(
        **{name: getattr(results, name) for name in Results.__slots__} | {"environment_difficulty": twice}
    )
    dots = one(layers(difficulty_against_discrimination(changed)), "point")
    assert sum(row["environments"] for row in dots.rows) == played.height + 1
    assert dots.field("size") == "environments"


def test_what_was_not_played_is_counted(results: Results) -> None:
    week = results.environment_difficulty.filter(pl.col("week") == results.week)
    without = week.height - _played(results).height
    assert without
    assert f"Not drawn: {without} environments" in difficulty_against_discrimination(results).caption
