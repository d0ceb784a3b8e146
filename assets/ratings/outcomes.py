"""Outcomes of paired comparisons: how often each of two players won against the other, and how often they tied."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Counts of wins and ties, one row a (pair, side at home, cluster).

    Attributes:
        players: number of players; they are named 0 … players − 1.
        first, second: the two players of each row, shape (rows,), first < second.
        wins_first, wins_second, ties: counts, shape (rows,); not necessarily whole.
        home: 1 where the first player is at home, −1 where the second is, 0 where nobody is; shape (rows,).
        cluster: comparisons that are not independent of each other share a number, shape (rows,); None: all are.
    """

    players: int
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    wins_first: NDArray[np.float64]
    wins_second: NDArray[np.float64]
    ties: NDArray[np.float64]
    home: NDArray[np.int8]
    cluster: NDArray[np.intp] | None = None

    @property
    def total(self) -> NDArray[np.float64]:
        """Comparisons of each row."""
        return self.wins_first + self.wins_second + self.ties

    def merged(self) -> "Outcomes":
        """The same counts with one row a (pair, side at home), in order, and no clusters."""
        return self.merging()[1]

    def merging(self) -> tuple[NDArray[np.intp], "Outcomes"]:
        """The merged outcomes, and which of their rows each row went to."""
        code = self.first * self.players + self.second
        sides = 3 if self.home.any() else 1
        if sides == 3:
            code = 3 * code + self.home + 1
        # A place for every code is faster than sorting a million of them, and no larger than a matrix of the players.
        seen = np.zeros(sides * self.players**2, bool)
        seen[code] = True
        codes = np.flatnonzero(seen)
        place = np.empty(seen.size, np.intp)
        place[codes] = np.arange(codes.size)
        row = place[code]
        pair, side = np.divmod(codes, sides)
        first, second = np.divmod(pair, max(self.players, 1))
        wins_first, wins_second, ties = (
            np.bincount(row, part, codes.size) for part in (self.wins_first, self.wins_second, self.ties)
        )
        home = (side - sides // 2).astype(np.int8)
        return row, Outcomes(self.players, first, second, wins_first, wins_second, ties, home)


def outcomes(
    players: int,
    first: ArrayLike,
    second: ArrayLike,
    wins_first: ArrayLike,
    wins_second: ArrayLike,
    ties: ArrayLike | None = None,
    home: ArrayLike | None = None,
    cluster: ArrayLike | None = None,
) -> Outcomes:
    """Check and order counts of comparisons.

    Args:
        players: number of players.
        first, second: players, 0 … players − 1, shape (rows,); a pair may stand in either order and in many rows.
        wins_first, wins_second, ties: counts, shape (rows,).
        home: 1 first at home, −1 second, 0 nobody, shape (rows,); default 0 everywhere.
        cluster: numbers or names of any kind, shape (rows,).

    Raises:
        ValueError: an argument's shape or range; the text names it.
    """
    i = _players("first", first, np.size(first), players)
    rows = i.size
    j = _players("second", second, rows, players)
    if (i == j).any():
        raise ValueError(f"row {int(np.argmax(i == j))} compares a player with itself")
    w_i, w_j = _counts("wins_first", wins_first, rows), _counts("wins_second", wins_second, rows)
    tied = np.zeros(rows) if ties is None else _counts("ties", ties, rows)
    side = np.zeros(rows, np.int8) if home is None else _sides(home, rows)
    group = None
    if cluster is not None:
        if np.shape(cluster) != (rows,):
            raise ValueError(f"cluster has the shape {np.shape(cluster)}, not one entry for each of {rows} rows")
        group = np.unique(np.asarray(cluster), return_inverse=True)[1]
    swap = i > j
    return Outcomes(
        players,
        np.where(swap, j, i),
        np.where(swap, i, j),
        np.where(swap, w_j, w_i),
        np.where(swap, w_i, w_j),
        tied,
        np.where(swap, -side, side),
        group,
    )


def _column(name: str, values: ArrayLike, rows: int) -> NDArray[Any]:
    column = np.asarray(values)
    if column.shape != (rows,):
        raise ValueError(f"{name} has the shape {column.shape}, not one entry for each of {rows} rows")
    return column


def _players(name: str, values: ArrayLike, rows: int, players: int) -> NDArray[np.intp]:
    column = _column(name, values, rows)
    with np.errstate(invalid="ignore"):
        whole = column.astype(np.intp)
    if rows and not (whole.min() >= 0 and whole.max() < players and (whole == column).all()):
        raise ValueError(f"{name} must hold players, 0 … {players - 1}")
    return whole


def _sides(values: ArrayLike, rows: int) -> NDArray[np.int8]:
    column = _column("home", values, rows)
    if not np.isin(column, (-1, 0, 1)).all():
        raise ValueError("home must be 1, 0 or −1")
    return column.astype(np.int8)


def _counts(name: str, values: ArrayLike, rows: int) -> NDArray[np.float64]:
    column = _column(name, values, rows).astype(np.float64)
    if not (np.isfinite(column).all() and (column >= 0).all()):
        raise ValueError(f"{name} must hold finite counts of at least 0")
    return column
