"""Newton's method for Davidson's likelihood, with or without Firth's penalty, for many sets of counts at once."""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from assets.ratings import positive
from assets.ratings.davidson import Array, Counts, Design, Moments, moments

_MAX_STEPS = 300
_MAX_HALVINGS = 30
_LONGEST_STEP = 5.0
_ROUNDING = 1e-12

_CONVERGED = {False: 2e-6, True: 1e-9}
"""Largest change of a parameter, in logits, that ends the iteration. A step of the maximum likelihood is at most twice
the square of the one before; under Firth's penalty, whose second derivatives are left out in part, a fraction of it."""


@dataclass(frozen=True, slots=True)
class Maximum:
    """Where the (penalised) log-likelihood is greatest.

    Attributes:
        parameters: shape (batch, p); the ratings of a connected group add up to 0.
        covariance: inverse of the information on the complement of the null directions, shape (batch, p, p).
        log_likelihood: without the penalty, shape (batch,).
        converged: whether the last step was shorter than 2e-6, under Firth's penalty 1e-9; shape (batch,).
    """

    parameters: Array
    covariance: Array
    log_likelihood: Array
    converged: NDArray[np.bool_]


def maximise(design: Design, counts: Counts, null: Array, *, firth: bool) -> Maximum:
    """Newton's method with step halving, from the logits of the players' shares of points.

    The likelihood doesn't change along the null directions. Adding a multiple of the projector on them to the
    information gives them an eigenvalue of its own size: it is then inverted exactly on the complement, in which the
    steps stay.

    Args:
        null: projector on the null directions, shape (batch, p, p): see `null_directions`.
        firth: add Firth's penalty ½ log |information| (Jeffreys' prior; Firth 1993), under which the maximum is finite.
    """
    problem = _Problem(design, counts, null, firth)
    here = problem.look(_start(design, counts, null))
    size = len(null)
    found = Maximum(np.empty((size, design.p)), np.empty_like(null), np.empty(size), np.zeros(size, bool))
    batch = np.arange(size)
    for left in reversed(range(_MAX_STEPS)):
        if not batch.size:
            break
        here, close = _step(problem, here)
        done = close if left else np.ones(close.size, bool)
        if done.any():
            ended, at = here.at(done), batch[done]
            found.parameters[at], found.log_likelihood[at] = ended.parameters, ended.log_likelihood
            found.covariance[at] = positive.inverse(ended.information) - problem.null[done] / ended.scale
            found.converged[at] = close[done]
            here, problem, batch = here.at(~done), problem.at(~done), batch[~done]
    return found


def null_directions(design: Design, met: NDArray[np.bool_], group: NDArray[np.intp]) -> Array:
    """Projector on the directions along which no predictor changes, shape (batch, p, p).

    These move all players of a connected group together; a home effect that goes with the ratings adds one.

    Args:
        met: which rows have comparisons, shape (batch, rows).
        group: the connected groups, shape (batch, players).
    """
    if design.home:
        rows, ones = met.astype(np.float64), np.ones((1, 1))
        values, vectors = np.linalg.eigh(design.information(rows, (ones, 0 * ones, ones)))
        null = vectors * (values < 1e-9 * np.maximum(values[:, -1:], 1))[:, None, :]
        return np.asarray(null @ vectors.transpose(0, 2, 1))
    same = group[:, :, None] == group[:, None, :]
    projector = np.zeros((len(group), design.p, design.p))
    projector[:, : design.players, : design.players] = same / same.sum(axis=2, keepdims=True)
    if design.ties:
        projector[:, -1, -1] = ~met.any(axis=1)
    return projector


@dataclass(frozen=True, slots=True)
class _Look:
    """The objective at some parameters; every array has the batch as its first axis.

    Attributes:
        value: the log-likelihood with the penalty.
        scale: of the null directions in the information: the mean information on a player, 1 if there is none.
        information: with the null directions filled in.
        curvature: what a step divides the gradient by: the information; under the penalty, that of the counts with the
            penalty's pseudo-counts added.
    """

    parameters: Array
    value: Array
    log_likelihood: Array
    gradient: Array
    scale: Array
    information: Array
    curvature: Array

    def at(self, batch: NDArray[np.bool_]) -> "_Look":
        return self if batch.all() else _Look(*(getattr(self, field.name)[batch] for field in fields(self)))


@dataclass(frozen=True, slots=True)
class _Problem:
    design: Design
    counts: Counts
    null: Array
    firth: bool

    def at(self, batch: NDArray[np.bool_]) -> "_Problem":
        if batch.all():
            return self
        return _Problem(self.design, self.counts.at(np.flatnonzero(batch)), self.null[batch], self.firth)

    def look(self, parameters: Array) -> _Look:
        design, counts = self.design, self.counts
        z, nu = design.lead(parameters), design.nu(parameters)
        model = moments(z, nu)
        log_likelihood = counts.log_likelihood(z, nu, model)
        of_z, of_nu = counts.score(model)
        one = model.variances
        information = design.information(counts.total, one)
        scale = np.einsum("bii->b", information[:, : design.players, : design.players]) / max(design.players, 1)
        scale = np.where(scale > 0, scale, 1)[:, None, None]
        information += self.null * scale
        if not self.firth:
            gradient = design.gradient(of_z, of_nu)
            return _Look(parameters, log_likelihood, log_likelihood, gradient, scale, information, information)
        # The penalty's determinant is that on the complement of the null directions.
        filled_in = np.einsum("bii->b", self.null) * np.log(scale[:, 0, 0])
        # No predictor changes along the null directions: what they add to the inverse adds nothing here.
        spread = design.variances(positive.inverse(information))
        more_z, more_nu = _penalty_score(model, spread)
        leverage = one[0] * spread[0] + 2 * one[1] * spread[1] + one[2] * spread[2]
        padded = counts.total * (1 + leverage)
        return _Look(
            parameters,
            log_likelihood + (positive.log_determinant(information) - filled_in) / 2,
            log_likelihood,
            design.gradient(of_z + counts.total * more_z, of_nu + counts.total * more_nu),
            scale,
            information,
            design.information(padded, one) + self.null * scale,
        )


def _step(problem: _Problem, here: _Look) -> tuple[_Look, NDArray[np.bool_]]:
    """One step, halved until it leads up, and which of the batch are at the top."""
    step = positive.solve(here.curvature, here.gradient)
    longest = np.abs(step).max(axis=1, initial=0)
    close = longest < _CONVERGED[problem.firth]
    step *= (_LONGEST_STEP / np.maximum(longest, _LONGEST_STEP))[:, None]
    enough = here.value - _ROUNDING * (1 + np.abs(here.value))
    for _ in range(_MAX_HALVINGS):
        there = problem.look(here.parameters + step)
        worse = ~close & ~(there.value >= enough)
        if not worse.any():
            break
        step[worse] /= 2
    return there, close


def _start(design: Design, counts: Counts, null: Array) -> Array:
    """Ratings: the logits of the players' shares of points, shrunk as a mean of few is; ν: as if all were equal."""
    start = np.zeros((len(null), design.p))
    half = design.games(counts.total) / 2
    lead = design.gradient(counts.points - counts.total / 2, counts.ties)[:, : design.players]
    others = 1 - np.diagonal(null, axis1=1, axis2=2)[:, : design.players]
    start[:, : design.players] = others * np.log((half + lead + 0.5) / (half - lead + 0.5))
    if design.ties:
        tied, played = counts.ties.sum(axis=1), counts.total.sum(axis=1)
        start[:, -1] = np.log(2 * (tied + 0.5) / (played - tied + 0.5))
    return np.asarray(start - np.matmul(null, start[:, :, None])[:, :, 0])


def _penalty_score(model: Moments, spread: tuple[Array, Array, Array]) -> tuple[Array, Array]:
    """The penalty's derivatives by z and log ν, a comparison, shape (batch, rows).

    For an exponential family they are ½ E[q (X − E X)] and ½ E[q (T − E T)], q = c' V c the leverage of the outcome,
    c = (its statistics − their expectation) as derivatives by the parameters, V the covariance.
    """
    gained, lost = model.points
    tie = np.zeros((1, 1)) if model.tie is None else model.tie
    of_z, of_nu = np.zeros_like(gained), np.zeros_like(gained)
    for probability, dx, t in ((model.win, lost, 0.0), (model.loss, -gained, 0.0), (tie, (lost - gained) / 2, 1.0)):
        dt = t - tie
        leverage = dx**2 * spread[0] + 2 * dx * dt * spread[1] + dt**2 * spread[2]
        of_z += probability * leverage * dx / 2
        of_nu += probability * leverage * dt / 2
    return of_z, of_nu
