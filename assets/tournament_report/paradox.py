"""The paradox: whether the best solvers are the best authors, in a week's own numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from assets.tournament_report.places import places
from assets.tournament_report.results import Results

BOARDS = ("solver", "author")


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the contestant with the highest rating on one of BOARDS stands on both.

    Attributes:
        ratings, places: by board.
    """

    contestant: str
    ratings: Mapping[str, float]
    places: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Paradox:
    """Solving against authoring in one scope.

    Attributes:
        n: contestants with both ratings.
        first: the highest rating on each of BOARDS, among them.
        correlations: rows of `board_correlations` between BOARDS, by statistic.
    """

    scope: str
    n: int
    first: Mapping[str, Standing]
    correlations: Mapping[str, Mapping[str, Any]]

    @property
    def answer(self) -> str:
        """What the correlation behind the boards' noise says, or can't say."""
        found = self.correlations.get("pearson_disattenuated", {})
        low, high = found.get("ci_low"), found.get("ci_high")
        if low is None or high is None:
            return "unknown"
        return "better" if low > 0 else "worse" if high < 0 else "open"


def paradox(results: Results, scope: str) -> Paradox | None:
    """Of the report's week; None where nobody has both ratings."""
    here = pl.col("week") == results.week, pl.col("scope") == scope
    both = results.authoring_vs_solving.filter(*here).drop_nulls(list(BOARDS)).sort("contestant")
    if both.is_empty():
        return None
    standings = results.standings.filter(*here).sort("contestant")
    place = {
        board: dict(
            zip(
                standings.get_column("contestant"),
                places(standings.select(f"{board}_rank_low", f"{board}_rank_high").rows()),
                strict=True,
            )
        )
        for board in BOARDS
    }
    correlations = results.board_correlations.filter(
        *here, pl.col("board") == BOARDS[0], pl.col("other_board") == BOARDS[1]
    )
    return Paradox(
        scope,
        both.height,
        first={board: _first(both, board, place) for board in BOARDS},
        correlations={row["statistic"]: row for row in correlations.iter_rows(named=True)},
    )


def _first(both: pl.DataFrame, board: str, place: Mapping[str, Mapping[str, str]]) -> Standing:
    row = both.sort(board, "contestant", descending=[True, False]).row(0, named=True)
    name = row["contestant"]
    return Standing(name, {b: row[b] for b in BOARDS}, {b: place[b][name] for b in BOARDS})
