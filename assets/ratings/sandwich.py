"""The cluster sandwich: errors of ratings whose comparisons are independent only from cluster to cluster."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from assets.ratings.davidson import Array, Counts, Design, moments
from assets.ratings.outcomes import Outcomes


def sandwich(
    design: Design,
    outcomes: Outcomes,
    row: NDArray[np.intp],
    parameters: Array,
    bread: Array,
    group: NDArray[np.intp],
    left_open: Array | None,
) -> tuple[Array, NDArray[np.intp]]:
    """H⁻¹ (Σ s_c s_c') H⁻¹ · K/(K − 1), s_c the sum of a cluster's scores (Liang and Zeger 1986).

    K counts the clusters of a player's connected group; those of all for ν and the home effect. In directions that the
    likelihood leaves open the scores are all but 0, and so would their sandwich be: H⁻¹ itself stands there.

    Args:
        outcomes: with clusters. row: the design's row of each of theirs, shape (rows,).
        parameters: shape (p,). bread: H⁻¹, shape (p, p).
        group: the connected group of each player, shape (players,).
        left_open: projector on the open directions, shape (p, p); None if they are the null directions.

    Returns:
        The covariance, shape (p, p), nan for what rests on a single cluster, and each player's number of clusters,
        shape (players,).

    Raises:
        ValueError: outcomes without clusters.
    """
    if outcomes.cluster is None:
        raise ValueError("a sandwich needs outcomes with clusters")
    met = np.flatnonzero(outcomes.total > 0)
    first, second, cluster = outcomes.first[met], outcomes.second[met], outcomes.cluster[met]
    clusters = _clusters([first, second], cluster, design.players)
    of_group = _clusters([group[first]], cluster, design.players)[group]
    others = np.full(design.p - design.players, np.count_nonzero(np.bincount(cluster)))
    known = np.concatenate([of_group, others])
    settled = bread if left_open is None else bread - left_open @ bread
    settled = settled * np.sqrt(known / np.maximum(known - 1, 1))[:, None]
    covariance = settled @ _meat(design, outcomes, row, outcomes.cluster, parameters) @ settled.T
    unknown = np.concatenate([clusters, others]) < 2
    if left_open is not None:
        covariance += left_open @ bread @ left_open
        unknown &= np.diag(left_open) < 1 - 1e-9
    covariance[unknown] = covariance[:, unknown] = np.nan
    return covariance, clusters


def _meat(
    design: Design, outcomes: Outcomes, row: NDArray[np.intp], cluster: NDArray[np.intp], parameters: Array
) -> Array:
    """Σ s_c s_c', shape (p, p)."""
    model = moments(design.lead(parameters[None]), design.nu(parameters[None])).at(row)
    of_z, of_nu = (part[0] for part in Counts.of(outcomes).score(model))
    alone = _alone(cluster)
    # A row alone in its cluster adds its own square, as to an information: no need to spread a million clusters out.
    squares = of_z**2 * alone, of_z * of_nu * alone, of_nu**2 * alone
    by_row = (np.bincount(row, square, len(design))[None] for square in squares)
    meat = design.information(np.ones((1, 1)), (next(by_row), next(by_row), next(by_row)))[0]
    places, values = [outcomes.first, outcomes.second], [of_z, -of_z]
    if design.home:
        places.append(np.full(row.size, design.players))
        values.append(of_z * outcomes.home)
    if design.ties:
        places.append(np.full(row.size, design.p - 1))
        values.append(of_nu)
    shared = np.tile(~alone, len(places))
    entries = np.concatenate(places)[shared], np.tile(cluster, len(places))[shared]
    scores = sparse.coo_array(
        (np.concatenate(values)[shared], entries), (design.p, int(cluster.max(initial=-1)) + 1)
    ).tocsr()
    return np.asarray(meat + (scores @ scores.T).toarray())


def _alone(cluster: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Whether a row's cluster has no other row."""
    return np.asarray(np.bincount(cluster, minlength=1)[cluster] == 1)


def _clusters(labels: list[NDArray[np.intp]], cluster: NDArray[np.intp], size: int) -> NDArray[np.intp]:
    """How many different clusters each label has, shape (size,); a row may bear several labels."""
    alone = _alone(cluster)
    known = int(cluster.max(initial=0)) + 1
    codes = np.sort(np.concatenate([label[~alone] * known + cluster[~alone] for label in labels]))
    once = np.concatenate([codes[np.diff(codes, prepend=-1) > 0] // known, *(label[alone] for label in labels)])
    return np.bincount(once, minlength=size)
