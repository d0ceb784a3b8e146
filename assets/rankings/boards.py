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
from assets.rankings.sign_flip import sign_flip_p
from assets.rankings.solver_boards import solver_boards
from assets.rankings.solving import canonical_solve, common_panel_solve
from assets.rankings.standing import Standing
from assets.rankings.terms import weighted
from assets.tables import BOARDS, RANKINGS, SHARE_BOARDS


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
    """Every board of a scope.

    Args:
        seed: of the resamples.
    """
    resamples = resample(evidence, seed)
    terms = _terms(evidence)
    means = {
        board: mean_standing(evidence, resamples, terms[board], role, SHARE_BOARDS[board])
        for board, role in _ROLES.items()
    }
    fitted = solver_boards(evidence, resamples)
    found = {
        **means,
        "solver": fitted.solver,
        "author": author_board(evidence, resamples),
        "author_difficulty": fitted.author_difficulty,
        "composite": fitted.composite,
        "duel": duel_board(evidence, resamples),
    }
    return {board: found[board] for board in BOARDS}


_ROLES = {
    "canonical_solve": "solver",
    "common_panel_solve": "solver",
    "design": "author",
    "hint_authoring": "author",
    "hint_gain": "solver",
}

_HINT_SCORES = {"hint_authoring": hint_authoring, "hint_gain": hint_gain}
"""Scores of which one asks whether they are 0."""


def _terms(evidence: Evidence) -> dict[str, pl.DataFrame]:
    """The terms of each score that is a mean."""
    solvers = evidence.weeks[-1].solvers
    return {
        "canonical_solve": canonical_solve(evidence.scored),
        # Of a season, what all have met who are ranked now.
        "common_panel_solve": common_panel_solve(evidence.scored.filter(pl.col("solver").is_in(solvers)), solvers),
        "design": pl.concat([design(week.scored, week.solvers) for week in evidence.weeks]),
        **{board: terms(evidence.pairs) for board, terms in _HINT_SCORES.items()},
    }


def _scope(evidence: Evidence, seed: int) -> pl.DataFrame:
    ranked = evidence.ranked
    frames = []
    for board, standing in standings(evidence, seed).items():
        frame = standing.frame(ranked).with_columns(pl.lit(board).alias("board"))
        known = frame.get_column("value").is_not_null()
        p_values: list[float | None] = [None] * len(ranked)
        if board in _HINT_SCORES:
            p_values = sign_flip_p(weighted(_HINT_SCORES[board](evidence.pairs)), ranked, seed)
        column = pl.Series("p_value", p_values, dtype=pl.Float64)
        frames.append(frame.with_columns(pl.when(known).then(column).alias("p_value")))
    return pl.concat(frames)
