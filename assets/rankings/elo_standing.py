"""Fitted ratings as standings: logits centred, put on the Elo scale, and given intervals and notes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from assets.confidence import TAIL
from assets.rankings.evidence import Evidence
from assets.rankings.links import ALONE, APART
from assets.rankings.standing import Standing
from assets.ratings.elo import ELO, MEAN

type Array = NDArray[np.float64]


@dataclass(frozen=True)
class Ratings:
    """Fitted ratings of everybody in the evidence, in logits; arrays have shape (everybody,).

    Attributes:
        value: the ratings, from any origin.
        rated: who stands on the board.
        information, sandwich: variances of the ratings centred among the rated; sandwich is None where nothing can be
            clustered, and then the quantiles are normal ones.
        clusters: environments that each rating rests on.
        draws: ratings in each resample, shape (resamples, everybody), from any origin.
        notes: what a reader must know of each.
    """

    value: Array
    rated: NDArray[np.bool_]
    information: Array
    sandwich: Array | None
    clusters: NDArray[np.int64]
    draws: Array
    notes: Sequence[str | None]


def elo_standing(evidence: Evidence, ratings: Ratings) -> Standing:
    """The standing of those who are ranked: mean 1,000 among the rated, 400 / ln 10 points a logit.

    Intervals are the wider of two. The cluster sandwich over environments, with quantiles of t(K − 1), sees that
    environments differ more than the model says. The observed information does not shrink to 0 with the residuals of
    somebody who lost or won nearly everything. The standard error is the larger of the two in the same way.
    """
    everybody = len(evidence.everybody)
    at = np.searchsorted(evidence.everybody, evidence.ranked) if everybody else np.empty(0, np.intp)
    rated = ratings.rated
    nan = np.full(everybody, np.nan)
    value = np.where(rated, centred(ratings.value[None], rated)[0], nan)
    error, reach = np.sqrt(ratings.information), special.ndtri(1 - TAIL) * np.sqrt(ratings.information)
    if ratings.sandwich is not None:
        freedom = np.maximum(ratings.clusters - 1, 1)
        error = np.maximum(error, np.sqrt(ratings.sandwich))
        reach = np.maximum(reach, special.stdtrit(freedom, 1 - TAIL) * np.sqrt(ratings.sandwich))
    known = rated & (ratings.clusters > 1)
    error, reach = np.where(known, error, nan), np.where(known, reach, nan)
    draws = np.where(rated, centred(ratings.draws, rated), np.nan)
    return Standing(
        value=(MEAN + ELO * value)[at],
        std_error=(ELO * error)[at],
        ci_low=(MEAN + ELO * (value - reach))[at],
        ci_high=(MEAN + ELO * (value + reach))[at],
        n=np.where(rated, ratings.clusters, 0)[at],
        draws=MEAN + ELO * draws[:, at],
        notes=[ratings.notes[index] for index in at],
    )


def contrasts(rated: NDArray[np.bool_]) -> Array:
    """Rows that take the mean of the rated from each rating, shape (everybody, everybody); zeros for the others."""
    among = rated.astype(np.float64)
    return np.diag(among) - np.outer(among, among) / max(among.sum(), 1)


def centred(values: Array, rated: NDArray[np.bool_]) -> Array:
    """Values less the mean of those of the rated that there are, shape (batch, everybody)."""
    there = rated & np.isfinite(values)
    total = np.where(there, values, 0).sum(axis=1, keepdims=True)
    return np.asarray(values - total / np.maximum(there.sum(axis=1, keepdims=True), 1))


def pooled_where_single(variance: Array, clusters: NDArray[np.int64]) -> Array:
    """Variances of means over K clusters, with what the others show where K is 1 and a variance can't be seen.

    That is the mean of the others' variances of one cluster. A rating of one environment has no interval of its own,
    but takes part in the mean that the others are compared with.
    """
    several = clusters > 1
    if not several.any():
        return variance
    one = float((variance * clusters)[several].mean())
    return np.where(clusters == 1, one, variance)


def few(clusters: NDArray[np.int64]) -> Array:
    """K/(K − 1), the sandwich's correction for few clusters; 1 where K is below 2 and nothing is shown."""
    return np.where(clusters > 1, clusters / np.maximum(clusters - 1, 1), 1.0)


def notes(
    everybody: Sequence[str],
    with_role: Sequence[str],
    role: str,
    clusters: NDArray[np.int64],
    rated: NDArray[np.bool_],
    one_sided: Sequence[str | None],
) -> list[str | None]:
    """What must be said of each rating, or None.

    Args:
        role: with its article.
        one_sided: what to say of those whose outcomes are all alike.
    """
    found: list[str | None] = []
    for name, k, stands, alike in zip(everybody, clusters, rated, one_sided, strict=True):
        if name not in with_role:
            found.append(f"not {role}")
        elif k == 0:
            found.append("nothing to rate")
        elif not stands:
            found.append(APART if np.count_nonzero(clusters) > 1 else ALONE)
        else:
            said = [*([alike] if alike else []), *(["no interval: one environment"] if k == 1 else [])]
            found.append("; ".join(said) or None)
    return found


def one_sided(wins: Array, trials: Array, all_won: str, none_won: str) -> list[str | None]:
    """What to say of each contestant whose outcomes are all alike."""
    finite = "held finite by the prior"
    return [
        None if tried == 0 or 0 < won < tried else f"{all_won}: {finite}" if won == tried else f"{none_won}: {finite}"
        for won, tried in zip(wins, trials, strict=True)
    ]
