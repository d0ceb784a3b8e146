"""The Rasch model by conditional maximum likelihood, which assumes nothing about the persons' abilities."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.sparse import csgraph

from assets.ratings.item_response import checked_patterns, maximum

type Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ConditionalFit:
    """Estimates; arrays have shape (n_items,), on the logit scale, in the items' order."""

    easiness: Array
    """β, minus the difficulty; adds up to 0."""

    std_error: Array
    """Of the easiness, from the information of the conditional log-likelihood; nan unless converged."""

    log_likelihood: float
    """Of the persons' answers, given how many items each solved."""

    converged: bool


def fit_conditional_rasch(patterns: ArrayLike, counts: ArrayLike) -> ConditionalFit:
    """Fit logit P(x = 1) = θ + β by the likelihood of the answers given how many items each person solved.

    The abilities θ drop out of it: P(x | r solved) = exp(Σ x β) / γ_r(e^β), with γ_r the elementary symmetric function
    of order r (Andersen 1972), as R's eRm fits it (Mair and Hatzinger 2007). Who solved all or none says nothing.

    Args:
        patterns: answers, shape (n_patterns, n_items): 1 solved, 0 not; none may be missing.
        counts: how many persons gave each pattern, shape (n_patterns,).

    Raises:
        ValueError: wrong shapes or entries, or items without a finite easiness: two groups of them, no item of the
            first ever solved by somebody who missed one of the second (Fischer 1981).
    """
    answers, persons = checked_patterns(patterns, counts)
    n_items = answers.shape[1]
    if np.isnan(answers).any() or n_items < 2:
        raise ValueError("conditional maximum likelihood needs two items and every answer to them")
    solved_one_not_other = (answers.T * persons) @ (1 - answers)
    groups, group = csgraph.connected_components(sparse.csr_array(solved_one_not_other), connection="strong")
    if groups > 1:
        named = "; ".join(", ".join(map(str, np.flatnonzero(group == number))) for number in range(groups))
        raise ValueError(f"no finite easiness: persons compare items one way only between the groups {named}")
    solved = persons @ answers
    by_number = np.bincount(answers.sum(axis=1).astype(np.intp), persons, n_items + 1)
    # The last easiness is minus the sum of the others.
    basis = np.vstack([np.eye(n_items - 1), -np.ones(n_items - 1)])

    def value_and_gradient(free: Array) -> tuple[float, Array]:
        easiness = basis @ free
        log_gamma, joint = _moments(easiness)
        expected = by_number @ np.einsum("rii->ri", joint)
        return float(solved @ easiness - by_number @ log_gamma), basis.T @ (solved - expected)

    def hessian(free: Array) -> Array:
        _, joint = _moments(basis @ free)
        chance = np.einsum("rii->ri", joint)
        information = np.einsum("r,rij->ij", by_number, joint) - (chance.T * by_number) @ chance
        of_free: Array = basis.T @ information @ basis
        return -of_free

    best = maximum(value_and_gradient, hessian, np.zeros(n_items - 1), persons.sum())
    std_error = np.sqrt(np.diag(basis @ best.covariance @ basis.T))
    return ConditionalFit(basis @ best.parameters, std_error, best.value, best.converged)


def _moments(easiness: Array) -> tuple[Array, Array]:
    """For each number of solved items r = 0 … n_items: log γ_r, and the chance that items i and j are both among them.

    Shapes (n_items + 1,) and (n_items + 1, n_items, n_items); on the diagonal the chance that i is.
    """
    odds = np.exp(easiness)
    n_items = odds.size
    gamma = _symmetric_functions(odds)
    joint = np.zeros((n_items + 1, n_items, n_items))
    for i in range(n_items):
        joint[1:, i, i] = odds[i] * _symmetric_functions(np.delete(odds, i)) / gamma[1:]
        for j in range(i):
            both = odds[i] * odds[j] * _symmetric_functions(np.delete(odds, [i, j])) / gamma[2:]
            joint[2:, i, j] = joint[2:, j, i] = both
    return np.log(gamma), joint


def _symmetric_functions(odds: Array) -> Array:
    """The elementary symmetric functions of orders 0 … n: the coefficients of Π (1 + odds · t)."""
    gamma = np.ones(1)
    for each in odds:
        gamma = np.convolve(gamma, [1, each])
    return gamma
