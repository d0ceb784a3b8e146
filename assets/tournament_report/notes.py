"""Notes: what must be known of a contestant's rows on the boards, such as why a number is missing."""

import polars as pl

from assets.tournament_report.results import Results


def notes(results: Results, boards: list[str]) -> list[str]:
    """The notes of the report's week on some boards: `contestant, board and board: note`, each said once."""
    found = results.rating_history.filter(
        pl.col("week") == results.week,
        pl.col("scope") == "week",
        pl.col("board").is_in(boards),
        pl.col("note").is_not_null(),
    )
    said = found.group_by("contestant", "note").agg(pl.col("board").sort()).sort("contestant", "note")
    return [
        f"{row['contestant']}, {' and '.join(row['board']).replace('_', ' ')}: {row['note']}."
        for row in said.iter_rows(named=True)
    ]
