"""Boards `solver`, `author_difficulty` and `composite`: unaided success as a matter of ability and difficulty."""

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from assets.rankings.crossed import Crossed, candidates, crossed
from assets.rankings.elo_standing import (
    Ratings,
    centred,
    contrasts,
    elo_standing,
    few,
    notes,
    one_sided,
    pooled_where_single,
)
from assets.rankings.evidence import Evidence
from assets.rankings.links import ALONE, crossed_groups, largest_group, shared_group
from assets.rankings.resampling import Resamples
from assets.rankings.standing import Standing
from assets.ratings.elo import MEAN
from assets.ratings.rasch import RaschFit, Trials, bootstrap_rasch, fit_rasch

type Array = NDArray[np.float64]


@dataclass(frozen=True)
class SolverBoards:
    """The three standings that one Rasch fit gives."""

    solver: Standing
    author_difficulty: Standing
    composite: Standing


def solver_boards(evidence: Evidence, resamples: Resamples) -> SolverBoards:
    """Fit logit P(unaided success of m on e) = θ_m − β_e (protocol section 5); own environments are left out.

    solver is θ. author_difficulty is the mean β of an author's environments, its error that of a mean over environments
    that differ. composite is the mean of the two ratings (MathDuels' author rating and composite).
    """
    success = pl.col("success") == 1
    unaided = evidence.scored.filter(pl.col("condition") == "without_hint").with_columns(won=success, lost=~success)
    counts = crossed(evidence, resamples, unaided, "won", "lost")
    data = Trials.of(counts.wins, counts.trials)
    fit = fit_rasch(data)
    theta, beta = bootstrap_rasch(data, resamples.weights)
    solver = elo_standing(evidence, _solver(evidence, counts, fit, theta))
    difficulty = elo_standing(evidence, _difficulty(evidence, counts, fit, beta, resamples.weights))
    return SolverBoards(solver, difficulty, _composite(solver, difficulty))


def _solver(evidence: Evidence, counts: Crossed, fit: RaschFit, draws: Array) -> Ratings:
    clusters = counts.met.sum(axis=0)
    _, group = crossed_groups(counts.met)
    solvers = evidence.weeks[-1].solvers
    rated = largest_group(group, candidates(evidence, solvers, clusters > 0))
    centre = contrasts(rated)
    nothing = np.zeros((len(centre), fit.data.columns))
    sides = one_sided(counts.wins.sum(axis=0), counts.trials.sum(axis=0), "won every attempt", "won no attempt")
    return Ratings(
        value=fit.ability,
        rated=rated,
        information=fit.information_variance(centre, nothing),
        sandwich=(fit.influence(centre, nothing) ** 2).sum(axis=0) * few(clusters),
        clusters=clusters,
        draws=draws,
        notes=notes(evidence.everybody, solvers, "a solver", clusters, rated, sides),
    )


def _difficulty(evidence: Evidence, counts: Crossed, fit: RaschFit, draws: Array, weights: Array) -> Ratings:
    wrote = counts.wrote
    clusters = wrote.sum(axis=1).astype(np.int64)
    # Each environment has a difficulty of its own, so only those that solvers met in common are compared.
    of_environment, _ = crossed_groups(counts.met)
    group = shared_group(of_environment, wrote > 0)
    authors = evidence.weeks[-1].authors
    rated = largest_group(group, candidates(evidence, authors, clusters > 0))
    centre = contrasts(rated)
    share = wrote / np.maximum(clusters, 1)[:, None]
    mean = share @ fit.difficulty
    # That an author's environments differ is a part of the error: it could have written others.
    spread = ((share * (fit.difficulty - mean[:, None])) ** 2).sum(axis=1) * few(clusters)
    drawn = weights @ wrote.T
    total = (weights * np.nan_to_num(draws)) @ wrote.T
    won, tried = wrote @ counts.wins.sum(axis=1), wrote @ counts.trials.sum(axis=1)
    sides = one_sided(won, tried, "its environments were always solved", "its environments were never solved")
    return Ratings(
        value=mean,
        rated=rated,
        information=fit.information_variance(np.zeros_like(centre), centre @ share),
        sandwich=centre**2 @ pooled_where_single(spread, clusters),
        clusters=clusters,
        draws=np.divide(total, drawn, out=np.full_like(total, np.nan), where=drawn > 0),
        notes=notes(evidence.everybody, authors, "an author", clusters, rated, sides),
    )


def _composite(solver: Standing, difficulty: Standing) -> Standing:
    """The mean of the two ratings, moved to a mean of 1,000 among those who hold both.

    Their errors are independent, since nobody's ability rests on its own environments.
    """
    value = (solver.value + difficulty.value) / 2
    both = np.isfinite(value)
    if np.count_nonzero(both) < 2:
        both[:] = False
    value = np.where(both, MEAN + centred(value[None], both)[0], np.nan)
    reach = np.hypot(solver.ci_high - solver.value, difficulty.ci_high - difficulty.value) / 2
    return Standing(
        value=value,
        std_error=np.hypot(solver.std_error, difficulty.std_error) / 2,
        ci_low=value - reach,
        ci_high=value + reach,
        n=np.where(both, solver.n + difficulty.n, 0),
        draws=MEAN + centred((solver.draws + difficulty.draws) / 2, both),
        notes=[_joined(*row) for row in zip(solver.notes, difficulty.notes, both, strict=True)],
    )


def _joined(as_solver: str | None, as_author: str | None, rated: bool) -> str | None:
    said = [f"{board}: {note}" for board, note in (("solver", as_solver), ("author_difficulty", as_author)) if note]
    return "; ".join(said) or (None if rated else ALONE)
