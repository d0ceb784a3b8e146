import polars as pl
import pytest
from scipy import stats

from assets.tournament_report.plots.hint_uplift import hint_uplift
from assets.tournament_report.results import Results
from tournament_report.plots.drawn import layers, one


def test_scores_have_their_intervals(results: Results) -> None:
    week = results.standings.filter(pl.col("week") == results.week, pl.col("scope") == "week")
    found = layers(hint_uplift(results))
    scores = one(found, "point", x="hint_authoring").drawn("y", "x")
    assert scores == set(week.select("contestant", "hint_authoring").drop_nulls().rows())
    ends = one(found, "rule", x2="hint_authoring_ci_high").drawn("y", "x", "x2")
    assert ends == set(week.select("contestant", pl.col("^hint_authoring_ci_(low|high)$")).drop_nulls().rows())


def test_shares_are_sums_over_domains_and_solvers_with_wilsons_intervals(results: Results) -> None:
    found = layers(hint_uplift(results))
    cells = results.hint_uplift.filter(pl.col("week") == results.week)
    sides = [layer for layer in found if layer.mark == "rule" and layer.field("x2") == "high"]
    assert len(sides) == 2
    for layer, column in zip(sides, ("unaided", "hinted"), strict=True):
        assert len(layer.rows) == cells.get_column("author").n_unique()
        for row in layer.rows:
            of = cells.filter(pl.col("author") == row["author"])
            won, pairs = int(of.get_column(column).sum()), int(of.get_column("pairs").sum())
            interval = stats.binomtest(won, pairs).proportion_ci(method="wilson")
            assert (row["share"], row["low"], row["high"]) == pytest.approx((won / pairs, interval.low, interval.high))


def test_counts_stand_beside_the_shares(results: Results) -> None:
    counts = one(layers(hint_uplift(results)), "text").rows
    cells = results.hint_uplift.filter(pl.col("week") == results.week)
    assert sum(row["pairs"] for row in counts) == cells.get_column("pairs").sum()


def test_who_has_no_interval_is_named(results: Results) -> None:
    assert "No interval, resting on one environment: iris-1.5-flash." in hint_uplift(results).caption
