"""Similarities: how alike each two of many designs are, all at once."""

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from assets.validation.similarity import shingles

type Array = NDArray[np.float64]


def similarities(sources: Sequence[str]) -> Array:
    """`assets.validation.similarity` of each two sources, shape (sources, sources), 1 on the diagonal.

    The shared shingles of all pairs are one product of a sparse matrix of sources by shingles with itself: exact, and
    half a second for 1,890 sources.
    """
    place: dict[tuple[str, ...], int] = {}
    columns = [sorted(place.setdefault(shingle, len(place)) for shingle in shingles(source)) for source in sources]
    sizes = np.array([len(row) for row in columns], np.int64)
    cells = np.fromiter(chain.from_iterable(columns), np.int64, sizes.sum())
    rows = np.repeat(np.arange(len(sources)), sizes)
    has = sparse.csr_array((np.ones_like(cells), (rows, cells)), shape=(len(sources), len(place)))
    shared = (has @ has.T).toarray()
    return np.asarray(shared / (sizes[:, None] + sizes - shared))
