"""Links: which contestants the evidence compares with each other at all, directly or through others."""

import numpy as np
from numpy.typing import NDArray

from assets.ratings.connection import connected

APART = "not linked with the others by any chain of environments played in common"
ALONE = "nobody to compare it with"


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
    label = connected(rows + columns, row, column + rows)
    return label[:rows], label[rows:]


def shared_group(label: NDArray[np.intp], member: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The group that all items of an owner belong to, shape (owners,); a label of its own where those are several.

    Args:
        label: the group of each item, shape (items,).
        member: whose each item is, shape (owners, items).
    """
    several = label.max(initial=-1) + 1
    found = [np.unique(label[items]) for items in member]
    return np.array(
        [groups[0] if groups.size == 1 else several + owner for owner, groups in enumerate(found)], dtype=np.intp
    )
