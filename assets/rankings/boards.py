"""Boards: each contestant's standing by each score, in the week and over the season so far."""

from collections.abc import Mapping, Sequence

import polars as pl

from assets.ports import PlayedWeek
from assets.rankings.author_board import author_board
from assets.rankings.designing import design
from assets.rankings.duel_board import duel_board
from assets.rankings.evidence import Evidence, WeekEvidence
from assets.rankings.hints import hint_authoring, hint_gain
from assets.rankings.mean_scores import mean_standing
from assets.rankings.resampling import resample
from assets.rankings.solver_boards import solver_boards
from assets.rankings.solving import canonical_solve, common_panel_solve
from assets.rankings.standing import Standing
from assets.tables import BOARDS, RANKINGS


def rankings_of(weeks: Sequence[PlayedWeek], seed: int) -> pl.DataFrame:
    """The boards of the last of some weeks (protocol section 5).

    Args:
        weeks: the season so far, oldest first.
        seed: of the resamples and of the sign-flip tests' draws.

    Returns:
        Rows of `rankings`: in each scope, each contestant of the last week once a board, with a null value, n = 0 and
        a note where it lacks the role or there is nothing to go by.
    """
    evidence = [WeekEvidence.of(played) for played in weeks]
    week = _scope(Evidence(evidence[-1:]), seed)
    season = week if len(evidence) == 1 else _scope(Evidence(evidence), seed)
    return (
        pl.concat(
            [week.with_columns(pl.lit("week").alias("scope")), season.with_columns(pl.lit("season").alias("scope"))]
        )
        .with_columns(pl.lit(weeks[-1].week).alias("week"))
        .select(RANKINGS.column_names)
        .cast(RANKINGS.polars_schema)  # type: ignore[arg-type]
        .sort(RANKINGS.key)
    )


def standings(evidence: Evidence, seed: int) -> Mapping[str, Standing]:
    """Every board of a scope."""
    resamples = resample(evidence, seed)
    panels = [(week.scored, week.solvers) for week in evidence.weeks]
    terms = {
        "canonical_solve": canonical_solve(evidence.scored),
        "common_panel_solve": pl.concat([common_panel_solve(*panel) for panel in panels]),
        "design": pl.concat([design(*panel) for panel in panels]),
        "hint_authoring": hint_authoring(evidence.pairs),
        "hint_gain": hint_gain(evidence.pairs),
    }

    def mean(board: str, role: str, lowest: float = 0.0, seed: int | None = None) -> Standing:
        return mean_standing(evidence, resamples, terms[board], role, lowest, seed=seed)

    fitted = solver_boards(evidence, resamples)
    found = {
        "canonical_solve": mean("canonical_solve", "solver"),
        "common_panel_solve": mean("common_panel_solve", "solver"),
        "design": mean("design", "author"),
        "hint_authoring": mean("hint_authoring", "author", -1.0, seed),
        "hint_gain": mean("hint_gain", "solver", -1.0, seed),
        "solver": fitted.solver,
        "author": author_board(evidence, resamples),
        "author_difficulty": fitted.author_difficulty,
        "composite": fitted.composite,
        "duel": duel_board(evidence, resamples),
    }
    return {board: found[board] for board in BOARDS}


def _scope(evidence: Evidence, seed: int) -> pl.DataFrame:
    ranked = evidence.ranked
    return pl.concat(
        [
            standing.frame(ranked).with_columns(pl.lit(board).alias("board"))
            for board, standing in standings(evidence, seed).items()
        ]
    )
