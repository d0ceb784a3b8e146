import polars as pl
import pytest

from assets.tournament_report.plots.cost_against_rating import cost_against_rating
from assets.tournament_report.results import Results
from tournament_report.made_play import HOUSE, UNPRICED
from tournament_report.plots.drawn import layers, one


def _week(frame: pl.DataFrame, results: Results) -> pl.DataFrame:
    return frame.filter(pl.col("week") == results.week, pl.col("scope") == "week")


def _with_costs(results: Results, costs: dict[str, float | None]) -> Results:
    """The rest cost 4 dollars."""
    names = results.contestant_costs.get_column("contestant")
    column = pl.Series("solving_cost_usd", [costs.get(name, 4.0) for name in names], dtype=pl.Float64)
    changed = results.contestant_costs.with_columns(column)
    return Results(**{name: getattr(results, name) for name in Results.__slots__} | {"contestant_costs": changed})


def test_dots_stand_at_their_cost_and_rating(results: Results) -> None:
    found = layers(cost_against_rating(results))
    costs = _week(results.contestant_costs, results).drop_nulls("solving_cost_usd")
    ratings = _week(results.standings, results)
    rated = costs.join(ratings, on="contestant").filter(pl.col("solving_cost_usd") > 0)
    drawn = one(found, "point").drawn("x", "y")
    assert set(rated.select("solving_cost_usd", "solver").rows()) <= drawn
    assert len(drawn) == costs.height
    ends = one(found, "rule", y2="solver_ci_high").drawn("y", "y2")
    assert set(rated.select("solver_ci_low", "solver_ci_high").rows()) <= ends


def test_who_has_no_price_is_named_and_not_drawn(results: Results) -> None:
    figure = cost_against_rating(results)
    assert f"Not drawn, 1 without a known price: {UNPRICED}." in figure.caption
    assert all(row.get("contestant") != UNPRICED for layer in layers(figure) for row in layer.rows)


def test_free_players_stand_left_of_all_costs_on_a_logarithmic_axis(results: Results) -> None:
    figure = cost_against_rating(results)
    dots = one(layers(figure), "point")
    assert dots.encoding["x"]["scale"]["type"] == "log"
    places = {row["contestant"]: (row["cost_usd"], row["place"]) for row in dots.rows}
    low, _ = dots.encoding["x"]["scale"]["domain"]
    cost, place = places[HOUSE]
    assert cost == 0
    assert 0 < low < place < min(other for cost, other in places.values() if cost)
    tick = dots.encoding["x"]["axis"]["values"][0]
    assert tick == pytest.approx(place, rel=1e-6)
    assert "1 contestant cost nothing (house players are programs) and stands to the left" in figure.caption
    assert ">0</text>" in figure.svg()


def test_costs_of_one_size_have_a_linear_axis_from_zero(results: Results) -> None:
    figure = cost_against_rating(_with_costs(results, {HOUSE: 0.0, "heron-5": 6.0}))
    dots = one(layers(figure), "point")
    scale = dots.encoding["x"]["scale"]
    assert scale["type"] == "linear"
    assert scale["domain"][0] <= 0
    assert {row["contestant"]: row["place"] for row in dots.rows}[HOUSE] == 0
    assert "stands at 0" in figure.caption


def test_several_free_players_stand_side_by_side(results: Results) -> None:
    free = {HOUSE: 0.0, "heron-5": 0.0, "garnet-8b": 0.0, "amber-4-large": 90.0}
    dots = one(layers(cost_against_rating(_with_costs(results, free))), "point")
    places = [row["place"] for row in dots.rows if row["cost_usd"] == 0]
    assert len(set(places)) == 3


def test_a_week_that_cost_nothing_has_no_plot(results: Results) -> None:
    names = results.contestant_costs.get_column("contestant").unique()
    figure = cost_against_rating(_with_costs(results, dict.fromkeys(names, 0.0)))
    assert figure.chart is None
    assert "Nobody with a known price cost anything" in figure.empty


def test_a_week_without_prices_names_all(results: Results) -> None:
    names = results.contestant_costs.get_column("contestant").unique()
    figure = cost_against_rating(_with_costs(results, dict.fromkeys(names)))
    assert figure.chart is None
    assert "9 without a known price" in figure.empty
