import polars as pl

from assets.tournament_report.plots.solving_against_authoring import solving_against_authoring
from assets.tournament_report.results import Results
from tournament_report.plots.drawn import layers, one


def _season(frame: pl.DataFrame, results: Results) -> pl.DataFrame:
    return frame.filter(pl.col("week") == results.week, pl.col("scope") == "season")


def test_dots_have_whiskers_in_both_directions(results: Results) -> None:
    found = layers(solving_against_authoring(results))
    both = _season(results.authoring_vs_solving, results)
    assert one(found, "point").drawn("x", "y") == set(both.select("solver", "author").rows())
    across = one(found, "rule", x2="solver_ci_high").drawn("x", "x2", "y")
    assert across == set(both.select("solver_ci_low", "solver_ci_high", "author").drop_nulls().rows())
    up = one(found, "rule", y2="author_ci_high").drawn("x", "y", "y2")
    assert up == set(both.select("solver", "author_ci_low", "author_ci_high").drop_nulls().rows())


def test_whiskers_are_inside_the_plot(results: Results) -> None:
    found = layers(solving_against_authoring(results))
    for channel, mark in (("x", "solver_ci_high"), ("y", "author_ci_high")):
        low, high = one(found, "point").encoding[channel]["scale"]["domain"]
        ends = one(found, "rule", **{f"{channel}2": mark}).drawn(channel, f"{channel}2")
        assert all(low < end < high for pair in ends for end in pair)


def test_the_mean_is_a_line_in_both_directions(results: Results) -> None:
    lines = [layer for layer in layers(solving_against_authoring(results)) if {"reference": 1_000} in layer.rows]
    assert [set(line.encoding) for line in lines] == [{"x"}, {"y"}]


def test_the_caption_has_the_correlations_and_who_is_missing(results: Results) -> None:
    caption = solving_against_authoring(results).caption
    rows = _season(results.board_correlations, results).filter(
        pl.col("board") == "solver", pl.col("other_board") == "author"
    )
    r = rows.filter(pl.col("statistic") == "pearson_disattenuated").row(0, named=True)
    said = [f"{r[name]:.2f}".replace("-", "−") for name in ("value", "ci_low", "ci_high")]
    assert f"Pearson's r freed of the boards' noise is {said[0]} (95 %: {said[1]} to {said[2]})" in caption
    assert f"n = {r['n']} contestants" in caption
    assert "Not drawn, without both ratings: cobalt.mini." in caption
    assert "8 weeks" in caption


def test_no_correlation_is_said(results: Results) -> None:
    nothing = results.board_correlations.with_columns(value=None, ci_low=None, ci_high=None)
    changed = Results(**{name: getattr(results, name) for name in Results.__slots__} | {"board_correlations": nothing})
    assert "for a correlation" in solving_against_authoring(changed).caption
