"""Evidence: what the warehouse knows of the weeks before, as far as a dossier may tell it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import polars as pl

from assets.ports import Marts

DETAILED_WEEKS = 2
"""The last played weeks, of which a dossier tells more than means."""


@dataclass(frozen=True, slots=True)
class Win:
    """How an environment was beaten unaided in the fewest turns.

    Attributes:
        actions: what reached the environment, without boxes; a turn whose answer held no action is left out.
    """

    solver: str
    turns: int
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One of the last week's best environments, with all that its author wrote.

    Attributes:
        best_by: what it was best by, in words.
        value: by how much.
    """

    best_by: str
    value: float
    environment_id: str
    title: str
    hint: str
    source: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """The weeks before.

    Attributes:
        weeks: those played, oldest first.
        environments: rows of `environment_difficulty` of all those weeks, one a slot.
        by_solver: rows of `environment_by_solver` of the last DETAILED_WEEKS of them.
        findings: environment_id, check_name and detail of the gating checks that failed in the same weeks.
        wins: by environment_id, of the same weeks.
        exhibits: of the last week: its best environment by hint gain and its best by discrimination, which may be one.
    """

    weeks: tuple[date, ...]
    environments: pl.DataFrame
    by_solver: pl.DataFrame
    findings: pl.DataFrame
    wins: Mapping[str, Win]
    exhibits: tuple[Exhibit, ...]

    @property
    def detailed(self) -> tuple[date, ...]:
        return self.weeks[-DETAILED_WEEKS:]


def read_evidence(marts: Marts, weeks: Sequence[date]) -> Evidence:
    """Read what a dossier may tell of these weeks, oldest first; at least one.

    Raises:
        OperatorError: what was stored can't be read.
    """
    last, detailed = weeks[-1], weeks[-DETAILED_WEEKS:]
    # Of each slot the version that played, or the first one where none did.
    environments = marts.rows("environment_difficulty", last).filter(
        pl.col("week").is_in(weeks), ~pl.col("superseded"), (pl.col("version") == 0) | pl.col("admitted")
    )
    by_solver = marts.rows("environment_by_solver", last).filter(pl.col("week").is_in(detailed))
    findings = (
        marts.rows("stg_hint_validations", last, ["week", "environment_id", "check_name", "detail", "gating", "passed"])
        .filter(pl.col("week").is_in(detailed), pl.col("gating"), ~pl.col("passed"))
        .select("environment_id", "check_name", "detail")
    )
    return Evidence(
        tuple(weeks),
        environments,
        by_solver,
        findings,
        _wins(marts, by_solver),
        tuple(_exhibits(marts, environments.filter(pl.col("week") == last), last)),
    )


def _wins(marts: Marts, by_solver: pl.DataFrame) -> dict[str, Win]:
    """The shortest unaided win of each environment; ties go to the solver whose name sorts first."""
    found = {}
    for (week,), rows in by_solver.drop_nulls("shortest_win").partition_by("week", as_dict=True).items():
        attempts = marts.transcripts(week, rows.get_column("shortest_win").to_list())
        shortest = attempts.sort("turns", "solver", "attempt_id").unique("environment_id", keep="first")
        for row in shortest.iter_rows(named=True):
            actions = tuple(turn["action"] for turn in row["transcript"] if turn["action"] is not None)
            found[row["environment_id"]] = Win(row["solver"], row["turns"], actions)
    return found


def _exhibits(marts: Marts, environments: pl.DataFrame, week: date) -> list[Exhibit]:
    played = environments.filter(pl.col("admitted"), ~pl.col("withdrawn"), pl.col("pairs") > 0)
    best = [
        (words, row)
        for words, column in (("hint gain", "hint_gain"), ("discrimination", "discrimination"))
        for row in played.filter(pl.col(column) > 0)
        .sort(column, "environment_id", descending=[True, False])
        .head(1)
        .select("environment_id", value=column)
        .iter_rows()
    ]
    if not best:
        return []
    columns = ["environment_id", "week", "title", "hint", "source"]
    written = marts.rows("stg_authored_environments", week, columns).filter(pl.col("week") == week)
    texts = {row["environment_id"]: row for row in written.iter_rows(named=True)}
    return [
        Exhibit(words, value, name, *(texts[name][column] for column in ("title", "hint", "source")))
        for words, (name, value) in best
    ]
