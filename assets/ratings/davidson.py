"""Davidson's likelihood of comparisons with ties and a home effect, for many sets of counts at once.

With z = λ_i − λ_j + h · home, the first player wins, the second wins or they tie with weights e^(z/2), e^(−z/2) and ν
(Davidson 1970). Without ties this is Bradley and Terry's model. (Davidson and Beaver, 1977, write the home effect as a
factor γ of one side's weight: γ = e^(−h), and their ν is ours times e^(−h/2).) With X = 1, 0, ½ for a win, a loss and a
tie, and T = 1 for a tie, the log-weight is z X + log ν · T but for a constant: an exponential family with sufficient
statistics Σ X and Σ T, hence a concave log-likelihood.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from assets.ratings.outcomes import Outcomes

type Array = NDArray[np.float64]


class Design:
    """Which parameters each row of merged outcomes depends on.

    Parameters: ratings λ (players), then the home effect if there is one, then log ν if there are ties; p in all.
    """

    def __init__(self, merged: Outcomes, *, home: bool, ties: bool) -> None:
        """Raise ValueError if the rows are not merged."""
        pair = merged.first * merged.players + merged.second
        if (np.diff(pair) < 0).any():
            raise ValueError("the rows are not in the order of merged outcomes")
        self.players, self.home, self.ties = merged.players, home, ties
        self.p = merged.players + home + ties
        self._first, self._second, self._side = merged.first, merged.second, merged.home.astype(np.float64)
        ends = np.cumsum(np.bincount(pair, minlength=merged.players**2))
        self._to_pairs = sparse.csr_array(
            (np.ones(pair.size), np.arange(pair.size), np.concatenate([[0], ends])), (merged.players**2, pair.size)
        )

    def __len__(self) -> int:
        """Number of rows."""
        return self._first.size

    def lead(self, parameters: Array) -> Array:
        """z of each row, shape (batch, rows), from parameters, shape (batch, p)."""
        z = parameters[:, self._first] - parameters[:, self._second]
        if self.home:
            z += parameters[:, self.players, None] * self._side
        return z

    def nu(self, parameters: Array) -> Array | None:
        """log ν, shape (batch, 1); None without ties."""
        return parameters[:, -1:] if self.ties else None

    def games(self, total: Array) -> Array:
        """Comparisons of each player, shape (batch, players), from those of each row."""
        pairs = self._scatter(total)
        return np.asarray(pairs.sum(axis=2) + pairs.sum(axis=1))

    def gradient(self, of_z: Array, of_nu: Array) -> Array:
        """From derivatives by z and log ν, shape (batch, rows), to those by the parameters, shape (batch, p)."""
        gradient = np.empty((len(of_z), self.p))
        pairs = self._scatter(of_z)
        gradient[:, : self.players] = pairs.sum(axis=2) - pairs.sum(axis=1)
        if self.home:
            gradient[:, self.players] = of_z @ self._side
        if self.ties:
            gradient[:, -1] = of_nu.sum(axis=1)
        return gradient

    def information(self, weights: Array, variances: tuple[Array, Array, Array]) -> Array:
        """Of the parameters, shape (batch, p, p), from var X, cov(X, T) and var T of the rows, times their weights."""
        var_x, cov_xt, var_t = variances
        of_z = weights * var_x
        pairs = self._scatter(-of_z)
        information = np.empty((len(of_z), self.p, self.p))
        ratings = information[:, : self.players, : self.players]
        np.add(pairs, pairs.transpose(0, 2, 1), out=ratings)
        np.einsum("bii->bi", ratings)[:] = -ratings.sum(axis=2)
        if self.home:
            information[:, self.players, :] = self.gradient(of_z * self._side, of_z)
            information[:, :, self.players] = information[:, self.players, :]
        if self.ties:
            information[:, -1, :] = self.gradient(weights * cov_xt, weights * var_t)
            information[:, :, -1] = information[:, -1, :]
        return information

    def variances(self, covariance: Array) -> tuple[Array, Array, Array]:
        """Variance of z, its covariance with log ν and the latter's variance, shapes (batch, rows or 1).

        Args:
            covariance: of the parameters, shape (batch, p, p).
        """
        i, j, nothing = self._first, self._second, np.zeros((len(covariance), 1))
        own = np.diagonal(covariance, axis1=1, axis2=2)
        of_z = own[:, i] + own[:, j] - 2 * covariance[:, i, j]
        if self.home:
            of_home = covariance[:, self.players, :]
            of_z += 2 * self._side * (of_home[:, i] - of_home[:, j]) + self._side**2 * own[:, self.players, None]
        if not self.ties:
            return of_z, nothing, nothing
        return of_z, self.lead(covariance[:, -1, :]), own[:, -1:]

    def _scatter(self, rows: Array) -> Array:
        """Sums over the rows of each ordered pair, shape (batch, players, players)."""
        return np.asarray((self._to_pairs @ rows.T).T.reshape(len(rows), self.players, self.players))


@dataclass(frozen=True, slots=True)
class Moments:
    """What the model expects of one comparison of each row; every array has shape (batch, rows).

    Written so that nothing small is the difference of two that are large: counts may be as uneven as 10¹² to 1.

    Attributes:
        log_norm: logarithm of the sum of the weights e^(z/2), e^(−z/2) and ν, over the larger of the first two.
        win, loss, tie: probabilities of the outcomes, from the first player's side; tie is None in a model without.
    """

    log_norm: Array
    win: Array
    loss: Array
    tie: Array | None

    @property
    def variances(self) -> tuple[Array, Array, Array]:
        """var X, cov(X, T), var T; zeros of shape (1, 1) for the last two without ties."""
        if self.tie is None:
            return self.win * self.loss, np.zeros((1, 1)), np.zeros((1, 1))
        decided = self.win + self.loss
        return (
            self.win * self.loss + self.tie * decided / 4,
            self.tie * (self.loss - self.win) / 2,
            self.tie * decided,
        )

    def at(self, row: NDArray[np.intp]) -> "Moments":
        """Those of some rows."""
        tie = None if self.tie is None else self.tie[:, row]
        return Moments(self.log_norm[:, row], self.win[:, row], self.loss[:, row], tie)

    @property
    def points(self) -> tuple[Array, Array]:
        """E[X], and 1 − E[X]."""
        if self.tie is None:
            return self.win, self.loss
        return self.win + self.tie / 2, self.loss + self.tie / 2


def moments(z: Array, nu: Array | None) -> Moments:
    """The model's expectations at predictors z and log ν, None for no ties."""
    win, loss = np.exp(np.minimum(z, 0)), np.exp(-np.maximum(z, 0))
    rest, tie = np.minimum(win, loss), None
    if nu is not None:
        tie = np.exp(nu - np.abs(z) / 2)
        rest += tie
        tie /= 1 + rest
    norm = 1 + rest
    return Moments(np.log1p(rest), win / norm, loss / norm, tie)


@dataclass(frozen=True, slots=True)
class Counts:
    """Sufficient statistics of each row; every array has shape (batch, rows)."""

    points: Array
    ties: Array
    total: Array

    @classmethod
    def of(cls, outcomes: Outcomes) -> "Counts":
        """A batch of one."""
        return cls((outcomes.wins_first + outcomes.ties / 2)[None], outcomes.ties[None], outcomes.total[None])

    def at(self, batch: NDArray[np.intp]) -> "Counts":
        """Some of the batch."""
        return Counts(self.points[batch], self.ties[batch], self.total[batch])

    def log_likelihood(self, z: Array, nu: Array | None, model: Moments) -> Array:
        """Of the counts, without binomial coefficients, shape (batch,)."""
        lost_by_leader = (self.total - self.points) * np.maximum(z, 0) - self.points * np.minimum(z, 0)
        rows = lost_by_leader + self.total * model.log_norm
        return np.asarray((0 if nu is None else (self.ties * nu).sum(axis=1)) - rows.sum(axis=1))

    def score(self, model: Moments) -> tuple[Array, Array]:
        """Derivatives of the log-likelihood by z and log ν, shape (batch, rows), or (1, 1) for ν without ties."""
        gained, lost = model.points
        of_nu = np.zeros((1, 1)) if model.tie is None else self.ties - self.total * model.tie
        return self.points * lost - (self.total - self.points) * gained, of_nu
