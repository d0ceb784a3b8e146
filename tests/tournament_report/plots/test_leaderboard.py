import polars as pl

from assets.tournament_report.plots.leaderboard import BOARDS, leaderboard
from assets.tournament_report.plots.settled import PROVISIONAL
from assets.tournament_report.results import Results
from tournament_report.plots.drawn import layers


def _week(results: Results) -> pl.DataFrame:
    return results.standings.filter(pl.col("week") == results.week, pl.col("scope") == "week")


def test_every_board_has_its_ratings_intervals_and_ranks(results: Results) -> None:
    found = layers(leaderboard(results))
    for board, heading in BOARDS.items():
        rated = _week(results).drop_nulls(board)
        panel = [layer for layer in found if layer.title == heading]
        (dots,) = (layer for layer in panel if layer.mark == "point")
        assert dots.drawn("y", "x") == set(rated.select("contestant", board).rows())
        (whiskers,) = (layer for layer in panel if layer.field("x2"))
        ends = rated.select("contestant", f"{board}_ci_low", f"{board}_ci_high").drop_nulls()
        assert whiskers.drawn("y", "x", "x2") == set(ends.rows())
        ranks = dict(next(layer for layer in panel if layer.field("text") == "ranks").drawn("y", "text"))
        for name, low, high in rated.select("contestant", f"{board}_rank_low", f"{board}_rank_high").rows():
            assert ranks[name] == (str(low) if low == high else f"{low}–{high}")


def test_each_board_is_sorted_by_itself(results: Results) -> None:
    for layer in layers(leaderboard(results)):
        if layer.mark == "point":
            ratings = {row["contestant"]: row["rating"] for row in layer.rows}
            assert layer.encoding["y"]["sort"] == sorted(ratings, key=ratings.__getitem__, reverse=True)


def test_few_pairs_are_another_mark(results: Results) -> None:
    provisional = set(_week(results).filter("provisional").get_column("contestant"))
    assert provisional
    dots = next(layer for layer in layers(leaderboard(results)) if layer.mark == "point")
    assert {name for name, pairs in dots.drawn("y", "shape") if pairs == PROVISIONAL} == provisional
    assert dots.field("fill") == dots.field("shape")


def test_a_board_that_rates_nobody_is_named(results: Results) -> None:
    standings = results.standings.with_columns(duel=None)
    figure = leaderboard(
        Results(**{name: getattr(results, name) for name in Results.__slots__} | {"standings": standings})
    )
    assert "Without a rating this week: duel." in figure.caption
    assert "Duel" not in {layer.title for layer in layers(figure)}
