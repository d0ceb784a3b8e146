import polars as pl

from assets.tournament_report.plots.ratings_over_weeks import ratings_over_weeks
from assets.tournament_report.results import Results
from tournament_report.made_results import made_results
from tournament_report.plots.drawn import layers, one


def test_every_weeks_rating_is_drawn_with_its_interval(results: Results) -> None:
    found = layers(ratings_over_weeks(results))
    history = results.rating_history.filter(
        pl.col("scope") == "week", pl.col("board").is_in(["solver", "author"])
    ).drop_nulls("value")
    columns = ["contestant", "board", pl.col("week").cast(pl.String)]
    dots = one(found, "point")
    assert {
        (row["contestant"], *place) for row in dots.rows for place in [(row["board"], row["week"], row["value"])]
    } == set(history.select(*columns, "value").rows())
    whiskers = one(found, "rule", y2="ci_high")
    assert whiskers.drawn("color", "x", "y", "y2") == set(
        history.select(*columns[1:], "ci_low", "ci_high").drop_nulls().rows()
    )


def test_the_mean_is_one_line_a_panel(results: Results) -> None:
    lines = one(layers(ratings_over_weeks(results)), "rule", y="reference")
    assert len([row for row in lines.rows if row["reference"] == 1_000]) == 9


def test_weeks_of_two_years_stay_apart() -> None:
    """The same day and month, in another year."""
    results = made_results(2, 54, 1, 1)
    weeks = one(layers(ratings_over_weeks(results)), "point").encoding["x"]["scale"]["domain"]
    assert len(set(weeks)) == len(weeks) == 54
    assert weeks == sorted(weeks)


def test_panels_are_sorted_by_this_weeks_solver_rating(results: Results) -> None:
    figure = ratings_over_weeks(results)
    assert figure.chart is not None
    week = results.standings.filter(pl.col("week") == results.week, pl.col("scope") == "week")
    best = week.sort("solver", descending=True).get_column("contestant").to_list()
    assert figure.chart.to_dict()["facet"]["sort"] == best


def test_one_week_is_no_history() -> None:
    figure = ratings_over_weeks(made_results(6, 1, 3))
    assert figure.chart is None
    assert "no history" in figure.empty
