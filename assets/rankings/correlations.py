"""Correlations: how two boards of a scope agree, and how a board agrees with that of the week before."""

from collections.abc import Mapping, Sequence
from datetime import date

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats

from assets.ports import PlayedWeek
from assets.rankings.boards import standings
from assets.rankings.evidence import Evidence, WeekEvidence
from assets.rankings.ranks import DIGITS, TAIL
from assets.rankings.standing import Standing
from assets.ratings.kendall import kendall_tau_b, smallest_significant_tau
from assets.tables import BOARD_CORRELATIONS, BOARDS

type Array = NDArray[np.float64]

SOLVING_AGAINST_AUTHORING = (
    ("solver", "author"),
    ("solver", "author_difficulty"),
    ("canonical_solve", "design"),
    ("canonical_solve", "hint_authoring"),
)
"""Are the best solvers the best authors? The pairs of boards whose correlation answers that."""


def correlations(weeks: Sequence[PlayedWeek], seed: int) -> pl.DataFrame:
    """Rows of `board_correlations` for the last of some weeks.

    In each scope solving is set against authoring, by Pearson's r and Kendall's τ-b; and each board of the week against
    the same of the week played before, by τ-b of the contestants on both (protocol section 5).

    Args:
        weeks: the season so far, oldest first.
        seed: of the resamples; that of `rankings_of`, so that both rest on the same ones.
    """
    evidence = [WeekEvidence.of(played) for played in weeks]
    this = weeks[-1].week
    scopes = {"week": Evidence(evidence[-1:]), "season": Evidence(evidence)}
    boards = {"week": standings(scopes["week"], seed)}
    boards["season"] = boards["week"] if len(weeks) == 1 else standings(scopes["season"], seed)
    rows = [
        _row(this, scope, (one, other), this, statistic, _aligned(boards[scope], one, other))
        for scope in scopes
        for one, other in SOLVING_AGAINST_AUTHORING
        for statistic in ("pearson", "kendall_tau_b")
    ]
    if len(weeks) > 1:
        before = Evidence(evidence[-2:-1])
        # Another week's environments are others: its resamples are drawn by another seed.
        earlier = standings(before, seed + 1)
        rows += [
            _row(
                this,
                "week",
                (board, board),
                weeks[-2].week,
                "kendall_tau_b",
                _in_both(boards["week"][board], scopes["week"].ranked, earlier[board], before.ranked),
            )
            for board in BOARDS
        ]
    return BOARD_CORRELATIONS.frame(rows)


def _aligned(boards: Mapping[str, Standing], one: str, other: str) -> tuple[Array, Array]:
    """The values of two boards and then those of each resample, shape (1 + resamples, contestants) each."""
    return _with_draws(boards[one]), _with_draws(boards[other])


def _in_both(one: Standing, ranked: list[str], other: Standing, ranked_before: list[str]) -> tuple[Array, Array]:
    """The same of one board in two weeks, for the contestants of both."""
    both = [name for name in ranked if name in ranked_before]
    return (
        _with_draws(one)[:, [ranked.index(name) for name in both]],
        _with_draws(other)[:, [ranked_before.index(name) for name in both]],
    )


def _with_draws(standing: Standing) -> Array:
    values = np.concatenate([standing.value[None], standing.draws]).round(DIGITS)
    return np.where(np.isfinite(values[:1]), values, np.nan)


def _row(
    week: date, scope: str, boards: tuple[str, str], other_week: date, statistic: str, values: tuple[Array, Array]
) -> dict[str, object]:
    x, y = values
    on_both = np.isfinite(x[0]) & np.isfinite(y[0])
    x, y = x[:, on_both], y[:, on_both]
    found = (_pearson if statistic == "pearson" else kendall_tau_b)(x, y)
    value = float(found[0])
    known = np.isfinite(value)
    draws = found[1:][np.isfinite(found[1:])]
    low = high = None
    if known and draws.size:
        # Percentiles of draws lie nearer to 0 than the value where the noise is large: they are stretched to hold it.
        low, high = min(value, float(np.quantile(draws, TAIL))), max(value, float(np.quantile(draws, 1 - TAIL)))
    n = int(on_both.sum())
    return {
        "week": week,
        "scope": scope,
        "board": boards[0],
        "other_board": boards[1],
        "other_week": other_week,
        "statistic": statistic,
        "value": value if known else None,
        "ci_low": low,
        "ci_high": high,
        "p_value": _p_value(statistic, x[0], y[0]) if known else None,
        "n": n,
        "note": _note(statistic, n, known=known),
    }


def _pearson(x: Array, y: Array) -> Array:
    """Pearson's r of each row; nan where a row has no two different values or lacks one."""
    x, y = (side - side.mean(axis=1, keepdims=True) if side.shape[1] else side for side in (x, y))
    scale = np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    r = np.divide((x * y).sum(axis=1), scale, out=np.full(len(x), np.nan), where=scale > 1e-12)
    return np.asarray(np.clip(r, -1, 1))


def _p_value(statistic: str, x: Array, y: Array) -> float | None:
    if x.size < 3:
        return None
    p_value = (stats.pearsonr if statistic == "pearson" else stats.kendalltau)(x, y).pvalue
    return float(p_value) if np.isfinite(p_value) else None


def _note(statistic: str, n: int, *, known: bool) -> str | None:
    if not known:
        return "fewer than two contestants on both boards" if n < 2 else "all the same on one of the boards"
    if statistic == "pearson":
        return None
    least = smallest_significant_tau(n)
    if least is None:
        return f"of {n} contestants no τ is significant at 5 %"
    return f"of {n} contestants |τ| must be at least {least:.3f} to be significant at 5 %"
