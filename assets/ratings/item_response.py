"""Item response models for data of many persons and few items, fitted by marginal maximum likelihood."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import linalg, optimize
from scipy.special import expit, log_expit, logsumexp

type Array = NDArray[np.float64]
Model = Literal["rasch", "one_parameter", "two_parameter"]

NODES = 101
"""Quadrature nodes. LSAT-6 has its printed digits from 11 on, LSAT-7 from 15 (R's ltm uses 21). Long tests and steep
slopes need more, as each person's ability is then confined to the space between two nodes: with 101, difficulties are
off by 1e-4 standard errors at 10 items of slope 3 or 20 of slope 2, and by 2e-2 at 50 of slope 2."""

_FEWEST_ITEMS: dict[Model, int] = {"rasch": 1, "one_parameter": 2, "two_parameter": 3}
"""With fewer, the answers have fewer free shares than the model has parameters."""


@dataclass(frozen=True, slots=True)
class ItemFit:
    """Estimates of one model; arrays have shape (n_items,), on the logit scale, in the items' order."""

    difficulty: Array
    """b = −d/a, the ability that solves the item with probability ½."""

    std_error: Array
    """Of the difficulties, from the observed information of the marginal log-likelihood; nan unless converged."""

    slope: Array
    """Discrimination a: 1 under `rasch`, positive under `one_parameter`, of positive sum under `two_parameter`, where a
    negative one is an item that able persons solve less often."""

    intercept: Array
    """d, the logit of a person of ability 0."""

    log_likelihood: float
    """Of the persons' answers, without the multinomial constant of the patterns."""

    converged: bool
    """False where no finite maximum was found, as when a slope runs to infinity, or the common one to 0 (persons do not
    differ), or where the answers leave one open; the estimates are then where the search ended."""


def fit_items(patterns: ArrayLike, counts: ArrayLike, model: Model = "rasch", nodes: int = NODES) -> ItemFit:
    """Fit logit P(x = 1) = a z + d = a (z − b) to persons of ability z ~ N(0, 1), integrating the abilities out.

    The likelihood is that of Bock and Aitkin (1981), by Gauss–Hermite quadrature, as R's ltm fits it (Rizopoulos 2006).
    `rasch` has a = 1, `one_parameter` one common slope, `two_parameter` a slope an item. As −z is distributed like z,
    slopes of the other sign fit as well: the common slope is estimated as its logarithm, and those of `two_parameter`
    are turned so that their sum is positive.

    `two_parameter` only checks how sensitive the difficulties are to equal slopes: a few persons (a tournament has
    about nine solvers) can't identify a discrimination.

    Args:
        patterns: answers, shape (n_patterns, n_items): 1 solved, 0 not, nan not asked (missing at random).
        counts: how many persons gave each pattern, shape (n_patterns,). The same pattern may stand in several rows.
        model: which slopes are free.
        nodes: quadrature nodes, 2 to 300; enough when more of them change nothing.

    Raises:
        ValueError: wrong shapes or entries, an item that everybody or nobody solved, or too few items for the model.
    """
    answers, persons = checked_patterns(patterns, counts)
    if model not in _FEWEST_ITEMS:
        raise ValueError(f"unknown model {model!r}; choose one of {', '.join(_FEWEST_ITEMS)}")
    if answers.shape[1] < _FEWEST_ITEMS[model]:
        raise ValueError(f"{model} needs at least {_FEWEST_ITEMS[model]} items, not {answers.shape[1]}")
    if not 2 <= nodes <= 300:
        raise ValueError(f"nodes must be 2 to 300 (the weights of more underflow), not {nodes}")
    likelihood = MarginalLikelihood(answers, persons, model, nodes)
    best = maximum(likelihood.value_and_gradient, likelihood.hessian, likelihood.start(), persons.sum())
    slope, intercept = likelihood.items(best.parameters)
    by_slope = (intercept / slope**2)[:, None] * likelihood.slope_jacobian(slope)
    jacobian = np.hstack([by_slope, np.diag(-1 / slope)])
    slope = turned(slope)
    return ItemFit(
        difficulty=-intercept / slope,
        std_error=np.sqrt(np.einsum("ij,jk,ik->i", jacobian, best.covariance, jacobian)),
        slope=slope,
        intercept=intercept,
        log_likelihood=best.value,
        converged=best.converged,
    )


def turned(slope: Array) -> Array:
    """The slopes or all their opposites, which fit as well: those of positive sum."""
    return slope if slope.sum() > 0 else -slope


def checked_patterns(patterns: ArrayLike, counts: ArrayLike) -> tuple[Array, Array]:
    """Answer patterns and their counts as float arrays.

    Raises:
        ValueError: wrong shapes or entries, or an item without a finite difficulty: everybody or nobody solved it.
    """
    answers, persons = np.asarray(patterns, dtype=np.float64), np.asarray(counts, dtype=np.float64)
    if answers.ndim != 2 or persons.shape != answers.shape[:1]:
        shapes = f"{answers.shape} and {persons.shape}"
        raise ValueError(f"patterns and counts have shapes (n_patterns, n_items) and (n_patterns,), not {shapes}")
    if not np.isin(answers[~np.isnan(answers)], (0, 1)).all():
        raise ValueError("an answer is 1 (solved), 0 (not solved) or nan (not asked)")
    if not (np.isfinite(persons) & (persons >= 0)).all():
        raise ValueError("counts are finite and not negative")
    solved, failed = persons @ (answers == 1), persons @ (answers == 0)
    for who, among in (("nobody", solved), ("everybody", failed)):
        items = np.flatnonzero(among == 0)
        if items.size:
            named = ", ".join(map(str, items))
            raise ValueError(f"{who} solved item {named} (counted from 0): no finite difficulty; leave it out")
    return answers, persons


class MarginalLikelihood:
    """The log-likelihood of answer patterns and its exact derivatives.

    Its parameters are those of the slopes (none, one log slope or n_items slopes), then n_items intercepts.
    """

    def __init__(self, answers: Array, persons: Array, model: Model, nodes: int = NODES) -> None:
        n_items = answers.shape[1]
        self._log_slopes = model != "two_parameter"
        self._loading: Array = {
            "rasch": np.zeros((n_items, 0)),
            "one_parameter": np.ones((n_items, 1)),
            "two_parameter": np.eye(n_items),
        }[model]
        # An answer that was not asked for is neither: it drops out of every sum below.
        self._solved, self._failed = (answers == 1).astype(np.float64), (answers == 0).astype(np.float64)
        self._persons = persons
        self._ability, weight = np.polynomial.hermite_e.hermegauss(nodes)
        self._log_weight = np.log(weight / np.sqrt(2 * np.pi))

    def start(self) -> Array:
        """Slopes of 1, and the logits of the items' shares of success."""
        solved, failed = self._persons @ self._solved, self._persons @ self._failed
        slopes = np.full(self._loading.shape[1], 0.0 if self._log_slopes else 1.0)
        return np.concatenate([slopes, np.log(solved / failed)])

    def items(self, parameters: Array) -> tuple[Array, Array]:
        """Slopes and intercepts of the items, each of shape (n_items,)."""
        n_slopes = self._loading.shape[1]
        free = self._loading @ parameters[:n_slopes]
        return np.exp(free) if self._log_slopes else free, parameters[n_slopes:]

    def slope_jacobian(self, slope: Array) -> Array:
        """Derivatives of the items' slopes by their parameters, shape (n_items, n_slopes)."""
        return self._loading * slope[:, None] if self._log_slopes else self._loading

    def value_and_gradient(self, parameters: Array) -> tuple[float, Array]:
        slope, _ = self.items(parameters)
        log_marginal, posterior, chance = self._expectation(parameters)
        weighted = posterior * self._persons[:, None]
        residual = weighted.T @ self._solved - (weighted.T @ (self._solved + self._failed)) * chance
        by_slopes = self.slope_jacobian(slope).T @ (self._ability @ residual)
        return float(self._persons @ log_marginal), np.concatenate([by_slopes, residual.sum(axis=0)])

    def hessian(self, parameters: Array) -> Array:
        """Mean Hessian of the complete data plus the variance of its score, over the posterior (Louis 1982)."""
        slope, _ = self.items(parameters)
        _, posterior, chance = self._expectation(parameters)
        asked = self._solved + self._failed
        basis = np.stack([self._ability, np.ones_like(self._ability)])
        n_items = slope.size
        hessian = np.zeros((2 * n_items, 2 * n_items))
        mean_score = np.zeros((self._persons.size, 2 * n_items))
        # One ability at a time: all at once would take n_patterns × nodes × n_items numbers.
        for node, by in enumerate(basis.T):
            weight = self._persons * posterior[:, node]
            residual = self._solved - asked * chance[node]
            curvature = (weight @ asked) * chance[node] * (1 - chance[node])
            hessian += np.kron(np.outer(by, by), (residual.T * weight) @ residual - np.diag(curvature))
            mean_score += np.kron(by, posterior[:, [node]] * residual)
        hessian -= (mean_score.T * self._persons) @ mean_score
        chain: Array = linalg.block_diag(self.slope_jacobian(slope), np.eye(n_items))
        hessian = chain.T @ hessian @ chain
        if self._log_slopes:
            n_slopes = self._loading.shape[1]
            by_slope = self._persons @ mean_score[:, :n_items]
            hessian[:n_slopes, :n_slopes] += (self._loading.T * (by_slope * slope)) @ self._loading
        return hessian

    def _expectation(self, parameters: Array) -> tuple[Array, Array, Array]:
        """Log-likelihood of each pattern, posterior of the abilities given it, and chance of success by node and item.

        Shapes (n_patterns,), (n_patterns, nodes) and (nodes, n_items).
        """
        slope, intercept = self.items(parameters)
        logit = np.outer(self._ability, slope) + intercept
        joint = self._solved @ log_expit(logit).T + self._failed @ log_expit(-logit).T + self._log_weight
        log_marginal = logsumexp(joint, axis=1)
        return log_marginal, np.exp(joint - log_marginal[:, None]), expit(logit)


@dataclass(frozen=True, slots=True)
class Maximum:
    """Where a log-likelihood is greatest.

    Attributes:
        parameters: shape (p,).
        covariance: inverse of the observed information there, shape (p, p); nan unless converged.
        value: the log-likelihood there.
        converged: False where the search ran off or the data leave a direction open.
    """

    parameters: Array
    covariance: Array
    value: float
    converged: bool


def maximum(
    value_and_gradient: Callable[[Array], tuple[float, Array]],
    hessian: Callable[[Array], Array],
    start: Array,
    persons: float,
) -> Maximum:
    """Maximise a log-likelihood of so many persons: by a trust region, then by plain Newton steps.

    Close to the maximum rounding hides what a step gains, and a trust region would refuse it; a Newton step needs the
    gradient alone. Its length also tells a maximum from a likelihood that keeps rising towards infinity, where the
    gradient vanishes as well: there the steps do not shrink.
    """
    found = optimize.minimize(
        lambda parameters: tuple(-part for part in value_and_gradient(parameters)),
        start,
        jac=True,
        hess=lambda parameters: -hessian(parameters),
        method="trust-exact",
        # Where there is no maximum, a log slope runs off: 100 steps of 3 keep even the slope's square finite.
        options={"gtol": 1e-7 * persons, "maxiter": 100, "max_trust_radius": 3.0},
    )
    parameters: Array = found.x
    for _ in range(5):
        value, gradient = value_and_gradient(parameters)
        information = -hessian(parameters)
        eigenvalues = np.linalg.eigvalsh(information)
        if eigenvalues[0] <= 1e-10 * eigenvalues[-1]:
            break
        step = np.linalg.solve(information, gradient)
        longest = np.abs(step).max()
        if longest < 1e-8:
            return Maximum(parameters + step, np.linalg.inv(information), value, converged=True)
        if longest > 0.1:
            break
        parameters = parameters + step
    return Maximum(parameters, np.full((start.size, start.size), np.nan), value, converged=False)
