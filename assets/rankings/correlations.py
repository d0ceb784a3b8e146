"""Correlations: how two boards of a scope agree, and how a board agrees with that of the week before."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats

from assets.confidence import TAIL
from assets.ports import PlayedWeek
from assets.rankings.boards import standings
from assets.rankings.evidence import Evidence, WeekEvidence
from assets.rankings.ranks import DIGITS
from assets.rankings.standing import Standing
from assets.ratings.kendall import kendall_tau_b, smallest_significant_tau
from assets.tables import BOARD_CORRELATIONS, BOARDS, CORRELATIONS

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

    In each scope solving is set against authoring, by Pearson's r, the same freed of the boards' noise, and Kendall's
    τ-b; and each board of the week against the same of the week played before, by τ-b of the contestants on both
    (protocol section 5).

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
        for statistic in CORRELATIONS
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
    return with_draws(boards[one]), with_draws(boards[other])


def _in_both(one: Standing, ranked: list[str], other: Standing, ranked_before: list[str]) -> tuple[Array, Array]:
    """The same of one board in two weeks, for the contestants of both."""
    both = [name for name in ranked if name in ranked_before]
    return (
        with_draws(one)[:, [ranked.index(name) for name in both]],
        with_draws(other)[:, [ranked_before.index(name) for name in both]],
    )


def with_draws(standing: Standing) -> Array:
    """A board's values and then those of each resample, shape (1 + resamples, contestants)."""
    values = np.concatenate([standing.value[None], standing.draws]).round(DIGITS)
    return np.where(np.isfinite(values[:1]), values, np.nan)


def _row(
    week: date, scope: str, boards: tuple[str, str], other_week: date, statistic: str, values: tuple[Array, Array]
) -> dict[str, object]:
    x, y = values
    on_both = np.isfinite(x[0]) & np.isfinite(y[0])
    x, y = x[:, on_both], y[:, on_both]
    n = int(on_both.sum())
    found = _STATISTICS[statistic](x, y) if n > 1 else np.full(len(x), np.nan)
    value = float(found[0])
    known = np.isfinite(value)
    draws = found[1:][np.isfinite(found[1:])]
    low = high = None
    if known and draws.size:
        # Percentiles of draws lie nearer to 0 than the value where the noise is large: they are stretched to hold it.
        low, high = min(value, float(np.quantile(draws, TAIL))), max(value, float(np.quantile(draws, 1 - TAIL)))
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
        "note": _note(statistic, x[0], y[0], known=known, bounded=low is not None),
    }


def _pearson(x: Array, y: Array) -> Array:
    """Pearson's r of each row; nan where a row has no two different values or lacks one."""
    return _ratio(*_products(x, y))


def disattenuated(x: Array, y: Array) -> Array:
    """Pearson's r of each row, freed of the boards' own noise (Spearman 1904); nan where noise is all there is.

    The noise is what the resamples differ by: its (co)variance is in the values once and in the resamples twice, and is
    taken off that often.

    Args:
        x, y: the values in the first row, the resamples in the others.
    """
    noise = [_mean(part[1:]) for part in _products(*(_noise(side) for side in (x, y)))]
    times = np.r_[1, np.full(len(x) - 1, 2)]
    return _ratio(*(part - times * extra for part, extra in zip(_products(x, y), noise, strict=True)))


def _noise(values: Array) -> Array:
    """By how much each resample is off the mean resample."""
    centred = values - values.mean(axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):
        there = np.isfinite(centred[1:])
        mean = np.where(there, centred[1:], 0).sum(axis=0) / np.maximum(there.sum(axis=0), 1)
    return np.asarray(centred - mean)


def _mean(values: Array) -> float:
    """Of those that are there; nan of nothing."""
    there = values[np.isfinite(values)]
    return float(there.mean()) if there.size else np.nan


def _products(x: Array, y: Array) -> tuple[Array, Array, Array]:
    """Sums of products about the mean of each row: xx, xy, yy."""
    # What is level is exactly 0: its mean would be off by rounding.
    x, y = (
        np.where(np.ptp(side, axis=1, keepdims=True) == 0, 0, side - side.mean(axis=1, keepdims=True))
        for side in (x, y)
    )
    return (x * x).sum(axis=1), (x * y).sum(axis=1), (y * y).sum(axis=1)


def _ratio(xx: Array, xy: Array, yy: Array) -> Array:
    there = (xx > 0) & (yy > 0)
    r = np.divide(xy, np.sqrt(np.where(there, xx * yy, 1)), out=np.full(xx.shape, np.nan), where=there)
    return np.asarray(np.clip(r, -1, 1))


_STATISTICS: Mapping[str, Callable[[Array, Array], Array]] = {
    "pearson": _pearson,
    "pearson_disattenuated": disattenuated,
    "kendall_tau_b": kendall_tau_b,
}


def _p_value(statistic: str, x: Array, y: Array) -> float | None:
    if statistic == "pearson_disattenuated" or x.size < 3:
        return None
    p_value = (stats.pearsonr if statistic == "pearson" else stats.kendalltau)(x, y).pvalue
    return float(p_value) if np.isfinite(p_value) else None


def _note(statistic: str, x: Array, y: Array, *, known: bool, bounded: bool) -> str | None:
    if not known:
        if x.size < 2:
            return "fewer than two contestants on both boards"
        level = np.ptp(x) == 0 or np.ptp(y) == 0
        return "all the same on one of the boards" if level else "the boards differ by no more than their noise"
    said = [] if bounded else ["no interval: no resample has a correlation"]
    if x.size == 2:
        return "; ".join(["of two contestants every correlation is 1 or −1", *said])
    if statistic == "kendall_tau_b":
        least = smallest_significant_tau(x.size)
        least_said = "no τ is significant" if least is None else f"|τ| from {least:.3f} on is significant"
        said.append(f"of {x.size} contestants without ties {least_said} at 5 %")
    return "; ".join(said) or None
