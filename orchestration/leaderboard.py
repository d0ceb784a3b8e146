"""The leaderboard: one board as a table of ranks, values and intervals, from the published snapshot."""

from datetime import date

import polars as pl
from rich.table import Table

from assets.errors import OperatorError
from assets.tables import BOARDS, RATING_BOARDS, SCOPES
from orchestration.resources.warehouse import Warehouse

TITLES = {
    "canonical_solve": "unaided success on others' environments",
    "common_panel_solve": "unaided success where everybody played",
    "design": "how well its environments tell solvers apart",
    "hint_authoring": "how much its hints help others",
    "hint_gain": "how much others' hints help it",
    "solver": "rated ability to solve unaided",
    "author": "how well its environments hold solvers off and yet teach them",
    "author_difficulty": "how hard its environments are",
    "composite": "the mean of its solver and author_difficulty ratings",
    "duel": "Bradley–Terry rating of its duels",
}


def latest_week(snapshot: Warehouse) -> date:
    """The last week that has rankings.

    Raises:
        OperatorError: no week has been played.
    """
    with snapshot.connect(read_only=True) as connection:
        row = connection.execute("SELECT max(week) FROM duels.rankings").fetchone()
    if row is None or row[0] is None:
        raise OperatorError("no week has been ranked yet; play one: duels tournament")
    week: date = row[0]
    return week


def count_admitted(snapshot: Warehouse, week: date) -> int:
    """How many environments of a week were admitted."""
    with snapshot.connect(read_only=True) as connection:
        [(count,)] = connection.execute(
            "SELECT count(*) FROM (SELECT environment_id FROM duels.hint_validations WHERE week = ? AND gating "
            "GROUP BY ALL HAVING bool_and(coalesce(passed, false)))",
            [week],
        ).fetchall()
    return int(count)


def read_board(snapshot: Warehouse, week: date, board: str, scope: str = "week") -> pl.DataFrame:
    """One board of one week, or of the season up to it, best first.

    Raises:
        OperatorError: an unknown board or scope, or a week without rankings.
    """
    if board not in BOARDS:
        raise OperatorError(f"unknown board {board!r}; boards: {', '.join(BOARDS)}")
    if scope not in SCOPES:
        raise OperatorError(f"unknown scope {scope!r}; scopes: {', '.join(SCOPES)}")
    with snapshot.connect(read_only=True) as connection:
        frame = connection.execute(
            "SELECT rank, rank_low, rank_high, contestant, value, ci_low, ci_high, n, note FROM duels.rankings "
            "WHERE week = ? AND board = ? AND scope = ? ORDER BY rank NULLS LAST, contestant",
            [week, board, scope],
        ).pl()
    if frame.is_empty():
        raise OperatorError(f"week {week} has no rankings; play it: duels tournament --week {week}")
    return frame


def draw_board(frame: pl.DataFrame, board: str, week: date, scope: str = "week") -> Table:
    """A board as a terminal table; the rank's range is what 95 % of the resamples of the environments leave open."""
    when = f"week {week}" if scope == "week" else f"season up to week {week}"
    unit = "Elo points with mean 1,000. " if board in RATING_BOARDS else ""
    number = _points if board in RATING_BOARDS else _share
    legend = f"{unit}95 % intervals; contestants whose rank ranges don't overlap are told apart."
    table = Table(
        title=f"[bold]{board}[/bold] · {when}\n[dim]{TITLES[board]}[/dim]",
        caption="\n".join([legend, *_notes(frame)]),
        title_justify="left",
        caption_justify="left",
    )
    for heading, side in (
        ("rank", "right"),
        ("range", "right"),
        ("contestant", "left"),
        ("value", "right"),
        ("95 % interval", "right"),
        ("environments", "right"),
    ):
        table.add_column(heading, justify=side)  # type: ignore[arg-type]
    for row in frame.iter_rows(named=True):
        table.add_row(
            _text(row["rank"]),
            _range(row["rank_low"], row["rank_high"]),
            row["contestant"],
            number(row["value"]),
            f"{number(row['ci_low'])} – {number(row['ci_high'])}" if row["ci_low"] is not None else "·",
            str(row["n"]),
        )
    return table


def _notes(frame: pl.DataFrame) -> list[str]:
    """What must be known of rows, a line for all to whom the same applies."""
    noted = frame.drop_nulls("note").group_by("note", maintain_order=True).agg("contestant")
    return [f"{', '.join(contestants)}: {note}" for note, contestants in noted.iter_rows()]


def _text(value: int | None) -> str:
    return "·" if value is None else str(value)


def _share(value: float | None) -> str:
    return "·" if value is None else f"{value:.3f}".replace("-", "−")


def _points(value: float | None) -> str:
    return "·" if value is None else f"{value:,.0f}".replace("-", "−")


def _range(low: int | None, high: int | None) -> str:
    if low is None or high is None:
        return "·"
    return str(low) if low == high else f"{low}–{high}"
