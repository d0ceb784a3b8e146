"""Fitting: the world behind a played week."""

from collections.abc import Callable
from dataclasses import astuple

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import optimize, special

from assets.errors import OperatorError
from assets.power.cells import cell_variances, environment_chances
from assets.power.quadrature import ONE, ONE_WEIGHTS, TWO, Array
from assets.power.world import World
from assets.ratings.rasch import RaschFit, Trials, fit_rasch

WIDEST = 5.0
"""Largest spread that is fitted, in logits: beyond it nearly every chance is 0 or 1, and no attempts tell how far."""

_GROUPS = 20
"""Groups of environments that the jackknife leaves out in turn, at most."""


def fit_world(scored: pl.DataFrame) -> World:
    """Find the world by moments.

    Two Rasch fits with one difficulty an author, without and with the hint, say what chance each solver has on each
    author's environments on average. The spreads are those under which chances vary between an author's environments
    as much as `cell_variances` found; less than 0 counts as 0. A mean chance lies nearer to one half than the chance
    on the mean environment: the logits of the latter are what the world's means are taken over.

    Args:
        scored: what `scored_attempts` returns, of one week.

    Raises:
        OperatorError: the week is too small or too even to tell the world; the text says why.
    """
    return _world(environment_chances(scored))


def world_errors(scored: pl.DataFrame) -> World | None:
    """Standard errors of the fitted numbers, by leaving out environments (jackknife, Tukey 1958); None where too few.

    Args:
        scored: as for `fit_world`.
    """
    environments = environment_chances(scored)
    place = _places(environments, environments, "environment_id")
    groups = min(_GROUPS, int(place.max()) + 1)
    try:
        # An author's environments stand side by side, so each group takes from many authors.
        left = [astuple(_world(environments.filter(place % groups != group))) for group in range(groups)]
    except OperatorError:
        return None
    return World(*(float(error) for error in np.std(left, axis=0) * np.sqrt(groups - 1)))


def _world(environments: pl.DataFrame) -> World:
    """The fit on what `environment_chances` returns."""
    cells = cell_variances(environments)
    outcomes = environments.select("unaided", "hinted").to_numpy()
    if np.ptp(outcomes) == 0:
        raise OperatorError(f"every attempt {'succeeded' if outcomes[0, 0] else 'failed'}")
    fits = [_fit(environments, measure) for measure in ("unaided", "hinted")]
    if fits[0].ability.size < 2:
        raise OperatorError("only one solver has matched pairs on environments of others")
    unaided, hinted = (_mean_chances(fit, environments, cells) for fit in fits)
    weights = (cells.get_column("environments") / cells.get_column("environments").sum()).to_numpy()
    found_unaided, found_gain = (float(weights @ cells.get_column(name).to_numpy()) for name in ("unaided", "gain"))

    spread = _spread(lambda tried: float(weights @ _unaided_variance(unaided, tried)) - found_unaided)
    hint_spread = _spread(lambda tried: float(weights @ _gain_variance(unaided, hinted, spread, tried)) - found_gain)
    logits = _mean_logits(unaided, spread)
    effects = _mean_logits(hinted, np.hypot(spread, hint_spread)) - logits
    stretch, hinted_stretch = _stretch(spread), _stretch(np.hypot(spread, hint_spread))
    variance = max(0.0, _ability_covariance(fits[0], fits[0]))
    kept = _ability_covariance(*fits) / variance if variance else 1.0
    return World(
        ability_spread=float(np.sqrt(variance)) * stretch,
        hinted_ability=float(np.clip(kept * hinted_stretch / stretch, 0, 2)),
        difficulty=-float(weights @ logits),
        difficulty_spread=spread,
        hint_effect=float(weights @ effects),
        hint_spread=hint_spread,
    )


def _fit(environments: pl.DataFrame, measure: str) -> RaschFit:
    """The Rasch fit of the successes under one condition, solvers and authors in order of their names."""
    environment, solver = (_places(environments, environments, name) for name in ("environment_id", "solver"))
    trials = np.zeros((environment.max() + 1, solver.max() + 1))
    wins, author = np.zeros_like(trials), np.zeros(len(trials), dtype=np.intp)
    trials[environment, solver] = environments.get_column("seeds")
    wins[environment, solver] = environments.get_column("seeds") * environments.get_column(measure)
    author[environment] = _places(environments, environments, "author")
    return fit_rasch(Trials.of(wins, trials, author))


def _mean_chances(fit: RaschFit, environments: pl.DataFrame, cells: pl.DataFrame) -> Array:
    """The solver's fitted chance on the author's environments, one entry a cell."""
    solver, author = (_places(environments, cells, name) for name in ("solver", "author"))
    return np.asarray(special.expit(fit.ability[solver] - fit.difficulty[author]))


def _places(environments: pl.DataFrame, rows: pl.DataFrame, column: str) -> NDArray[np.intp]:
    """Where each row's name stands among the sorted names of all environments' rows."""
    return np.searchsorted(np.unique(environments.get_column(column).to_numpy()), rows.get_column(column).to_numpy())


def _unaided_variance(unaided: Array, spread: float) -> Array:
    """Variance between environments of a chance whose mean is given and whose logit has this spread."""
    logits = _mean_logits(unaided, spread)[:, None] + spread * ONE
    return np.asarray(special.expit(logits) ** 2 @ ONE_WEIGHTS - unaided**2)


def _gain_variance(unaided: Array, hinted: Array, spread: float, hint_spread: float) -> Array:
    """Variance between environments of the difference of two chances whose means are given."""
    total, logits = np.hypot(spread, hint_spread), spread * TWO[0] + hint_spread * TWO[1]
    with_hint = special.expit(_mean_logits(hinted, total)[:, None] + logits).reshape(-1, ONE.size, ONE.size)
    without = special.expit(_mean_logits(unaided, spread)[:, None] + spread * ONE)
    squares = (with_hint - without[:, :, None]) ** 2
    return np.asarray(squares @ ONE_WEIGHTS @ ONE_WEIGHTS - (hinted - unaided) ** 2)


def _mean_logits(chances: Array, spread: float) -> Array:
    """The mean logit under which the mean chance is as given, when the logit is normal with this spread."""
    logits = special.logit(chances) * _stretch(spread)
    for _ in range(50):
        on_nodes = special.expit(logits[:, None] + spread * ONE)
        slope = on_nodes * (1 - on_nodes) @ ONE_WEIGHTS
        step = (chances - on_nodes @ ONE_WEIGHTS) / slope
        logits = logits + np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    return np.asarray(logits)


def _stretch(spread: float) -> float:
    """By how much logits with this spread lie wider than the logit of their mean chance (Zeger, Liang, Albert 1988)."""
    return float(np.hypot(1, 16 * np.sqrt(3) / (15 * np.pi) * spread))


def _spread(excess: Callable[[float], float]) -> float:
    """The spread between 0 and WIDEST at which the variance is what was found."""
    if excess(0) > -1e-9:
        return 0.0
    return WIDEST if excess(WIDEST) <= 0 else float(optimize.brentq(excess, 0, WIDEST, xtol=1e-6))


def _ability_covariance(first: RaschFit, second: RaschFit) -> float:
    """Covariance of two fits' abilities, without what the estimates' errors add (clustered by environment)."""
    environments, solvers = first.residuals.shape
    centring = np.eye(solvers) - 1 / solvers
    of_first, of_second = (fit.influence(centring, np.zeros((solvers, fit.difficulty.size))) for fit in (first, second))
    added = environments / (environments - 1) * (of_first * of_second).sum()
    found = (centring @ first.ability) @ (centring @ second.ability)
    return float((found - added) / (solvers - 1))
