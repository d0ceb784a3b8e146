"""Separation: which differences of ratings the outcomes leave open, because the likelihood has no finite maximum there.

Where some direction of the parameters fits every outcome at least as well the further one goes, the maximum likelihood
lies at infinity (Albert and Anderson 1984). Between ratings alone that is a group of players whose wins don't lead both
ways; with ties or a home effect it takes a linear program to tell (Konis 2007).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, sparse

from assets.ratings.connection import Components, connected, wins_run_in_a_circle
from assets.ratings.davidson import Array
from assets.ratings.outcomes import Outcomes

_NOTHING = 1e-9
"""What counts as 0 in a matrix of small whole and half numbers."""


@dataclass(frozen=True, slots=True)
class Separation:
    """What the outcomes determine, and what they leave open.

    Attributes:
        infinite: whether the likelihood grows for ever in some direction.
        of: shape (players,); differences within a class are determined, those between classes are not.
        open: projector on what is not determined, shape (p, p): moves of whole classes, of the home effect and of
            log ν. None unless infinite.
        shadowed: players whose differences can't be told from the home effect, shape (players,).
        home_known: whether the home effect can be told from the ratings.
    """

    infinite: bool
    of: NDArray[np.intp]
    open: Array | None
    shadowed: NDArray[np.bool_]
    home_known: bool = True


def separation(merged: Outcomes, group: NDArray[np.intp], parts: Components, *, home: bool) -> Separation:
    """Find what is determined.

    Args:
        merged: one row a (pair, side at home).
        group, parts: the connected groups and strong components of those.
        home: whether the model has a home effect.
    """
    ties = bool((merged.ties > 0).any())
    if _held(merged, home=home, ties=ties):
        infinite = len(parts.members) > int(group.max(initial=-1)) + 1
        left_open = _open(parts.of, np.zeros(home + ties, bool)) if infinite else None
        return Separation(infinite, parts.of, left_open, np.zeros(merged.players, bool))
    better = _better(merged, _lead(merged, home=home))
    null = _null(better)
    apart = _classes(null, merged.players)
    per_group = np.bincount(np.unique(np.stack([group, apart]), axis=1)[0], minlength=merged.players)
    home_known = not home or bool(null[merged.players, merged.players] < _NOTHING)
    shadowed = per_group[group] > 1
    grows = _grows(better)
    if not grows.any():
        return Separation(False, apart, None, shadowed, home_known)
    free = _null(better[~grows])
    of = _classes(free, merged.players)
    left_open = _open(of, np.diag(free)[merged.players :] > _NOTHING)
    return Separation(True, of, left_open, shadowed, home_known)


def _held(merged: Outcomes, *, home: bool, ties: bool) -> bool:
    """Whether circles of wins keep ν and the home effect finite, so that the ratings' components say all.

    Were ν to grow, every winner would have to lead the loser by more and more, which can't be all around a circle; the
    same goes for the home effect and a circle of wins at home, and of wins away.
    """
    if home:
        return wins_run_in_a_circle(merged, 1) and wins_run_in_a_circle(merged, -1)
    return not ties or wins_run_in_a_circle(merged)


def _open(of: NDArray[np.intp], others: NDArray[np.bool_]) -> Array:
    """Projector on the moves of whole classes of players, and of those of the other parameters that are open."""
    same = of[:, None] == of[None, :]
    left_open = np.pad(same / np.maximum(same.sum(axis=1, keepdims=True), 1), (0, others.size))
    left_open[of.size :, of.size :] = np.diag(others)
    return left_open


def _lead(merged: Outcomes, *, home: bool) -> sparse.csr_array:
    """lead · parameters = the predictor z of each row, shape (rows, p without ν)."""
    rows = np.arange(merged.first.size)
    parts = [(merged.first, np.ones(rows.size)), (merged.second, -np.ones(rows.size))]
    if home:
        parts.append((np.full(rows.size, merged.players), merged.home.astype(np.float64)))
    column, value = (np.concatenate(part) for part in zip(*parts, strict=True))
    return sparse.coo_array((value, (np.tile(rows, len(parts)), column)), (rows.size, merged.players + home)).tocsr()


def _better(merged: Outcomes, lead: sparse.csr_array) -> sparse.csr_array:
    """better · parameters = by how much an outcome that was seen outgrows another, shape (·, p).

    With ties, that a winner outgrows the loser follows from the rest.
    """
    won, lost, tied = merged.wins_first > 0, merged.wins_second > 0, merged.ties > 0
    if not tied.any():
        return sparse.vstack([lead[won], -lead[lost]]).tocsr()
    nu = np.ones((merged.first.size, 1))
    over_tie = sparse.hstack([lead / 2, -nu]).tocsr()
    under_tie = sparse.hstack([-lead / 2, -nu]).tocsr()
    return sparse.vstack([over_tie[won], under_tie[lost], -over_tie[tied], -under_tie[tied]]).tocsr()


def _grows(better: sparse.csr_array) -> NDArray[np.bool_]:
    """Which rows of better · d can be above 0 while none is below: maximise Σ s with s ≤ better · d, 0 ≤ s ≤ 1."""
    rows, p = better.shape
    if not rows:
        return np.zeros(0, bool)
    found = optimize.linprog(
        np.concatenate([np.zeros(p), -np.ones(rows)]),
        A_ub=sparse.hstack([-better, sparse.eye_array(rows)]),
        b_ub=np.zeros(rows),
        bounds=[(None, None)] * p + [(0, 1)] * rows,
        method="highs",
    )
    return np.asarray(found.x[p:] > 0.5)


def _null(rows: sparse.csr_array) -> Array:
    """Projector on the directions in which no row changes, shape (p, p)."""
    values, vectors = np.linalg.eigh((rows.T @ rows).toarray())
    null = vectors[:, values < _NOTHING * max(1.0, values.max(initial=0))]
    return np.asarray(null @ null.T)


def _classes(left_open: Array, players: int) -> NDArray[np.intp]:
    """Players whose difference no open direction changes share a label."""
    size = np.diag(left_open)
    apart = (size[:, None] + size[None, :] - 2 * left_open)[:players, :players]
    return connected(players, *np.nonzero(apart < _NOTHING**0.5))
