import polars as pl

from assets.tournament_report.plots.head_to_head import head_to_head
from assets.tournament_report.results import Results
from tournament_report.plots.drawn import layers, one


def _cells(results: Results) -> pl.DataFrame:
    return results.head_to_head.filter(pl.col("week") == results.week, pl.col("scope") == "week")


def test_cells_have_colour_and_counts(results: Results) -> None:
    found = layers(head_to_head(results))
    cells = _cells(results)
    colours = {(a, s): d for a, s, d in one(found, "rect").drawn("y", "x", "color")}
    counts = {(a, s): n for a, s, n in one(found, "text", text="n").drawn("y", "x", "text")}
    points = {(a, s): p for a, s, p in one(found, "text", text="points").drawn("y", "x", "text")}
    assert len(colours) == cells.height
    for row in cells.iter_rows(named=True):
        cell = row["author"], row["solver"]
        assert abs(colours[cell] - (row["solved"] - row["taught"]) / row["pairs"]) < 1e-12
        assert counts[cell] == f"n = {row['pairs']}"
        assert points[cell] == f"{row['solved']} : {row['taught']}"


def test_blank_where_nothing_was_played_and_on_ones_own(results: Results) -> None:
    cells = _cells(results)
    gone = cells.row(0, named=True)
    own = {**gone, "solver": gone["author"]}
    nothing = {**gone, "pairs": 0, "solved_share": None, "taught_share": None}
    rest = cells.slice(1)
    made = pl.concat([rest, pl.DataFrame([own, nothing], schema=cells.schema)])
    changed = Results(**{name: getattr(results, name) for name in Results.__slots__} | {"head_to_head": made})
    drawn = one(layers(head_to_head(changed)), "rect").drawn("y", "x")
    assert drawn == set(rest.select("author", "solver").rows())


def test_the_diagonal_and_everybody_have_a_place(results: Results) -> None:
    week = results.standings.filter(pl.col("week") == results.week, pl.col("scope") == "week")
    encoding = one(layers(head_to_head(results)), "rect").encoding
    assert len(encoding["x"]["scale"]["domain"]) == week.height
    solvers_only = week.filter(pl.col("roles").list.len() == 1).get_column("contestant").to_list()
    assert set(encoding["x"]["scale"]["domain"]) - set(encoding["y"]["scale"]["domain"]) == set(solvers_only)
    ratings = dict(week.select("contestant", "solver").rows())
    assert encoding["x"]["scale"]["domain"] == sorted(ratings, key=ratings.__getitem__, reverse=True)


def test_colours_mean_the_same_in_every_week(results: Results) -> None:
    scale = one(layers(head_to_head(results)), "rect").encoding["color"]["scale"]
    assert (scale["domain"][0], scale["domain"][-1]) == (-1, 1)
