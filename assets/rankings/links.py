"""Links: which contestants the evidence compares with each other at all, directly or through others."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse import csgraph


def largest_group(label: NDArray[np.intp], candidates: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Members of the group with the most candidates, shape as label: nobody where that is one, or several are largest.

    Args:
        label: the group of each.
        candidates: who counts.
    """
    sizes = np.bincount(label[candidates], minlength=label.max(initial=0) + 1)
    most = sizes.max(initial=0)
    if most < 2 or (sizes == most).sum() > 1:
        return np.zeros(label.shape, bool)
    return np.asarray(candidates & (label == sizes.argmax()))


def crossed_groups(met: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Connected groups of a crossed design: labels of its rows and of its columns.

    Args:
        met: whether row and column met, shape (rows, columns).
    """
    rows, columns = met.shape
    row, column = np.nonzero(met)
    graph = sparse.coo_array((np.ones(row.size), (row, column + rows)), shape=(rows + columns, rows + columns))
    _, label = csgraph.connected_components(graph, directed=False)
    return label[:rows].astype(np.intp), label[rows:].astype(np.intp)
