"""The map: distances that a plane can hold are kept, and the same designs are always drawn the same way."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.design_convergence.design_map import design_map
from assets.design_convergence.similarities import similarities
from assets.validation.similarity import similarity
from design_convergence.made_designs import source

PARTS = st.lists(st.integers(0, 60), max_size=12)


def distances(points):
    return np.linalg.norm(points[:, None] - points, axis=-1)


def test_points_of_a_plane_keep_their_distances():
    places = np.array([[0, 0], [0.6, 0], [0, 0.2], [0.6, 0.2], [0.1, 0.1]])
    found = design_map(1 - distances(places))
    assert distances(found) == pytest.approx(distances(places), abs=1e-8)
    assert found.mean(axis=0) == pytest.approx(0, abs=1e-8)
    assert np.var(found[:, 0]) > np.var(found[:, 1])


@given(st.lists(PARTS, max_size=8))
def test_the_farthest_point_of_each_axis_is_on_its_positive_side(parts):
    found = design_map(similarities([source(each) for each in parts]))
    assert found.shape == (len(parts), 2)
    assert np.isfinite(found).all()
    assert not np.signbit(found[found == 0]).any()
    for axis in found.T:
        assert axis.size == 0 or axis[np.abs(axis).argmax()] >= 0


def test_designs_that_are_all_the_same_lie_on_one_point():
    assert (design_map(np.ones((3, 3))) == 0).all()
    assert (design_map(np.ones((1, 1))) == 0).all()


@given(st.lists(PARTS, max_size=6))
def test_all_similarities_at_once_are_those_of_each_two(parts):
    sources = [*(source(each) for each in parts), "", "x = ("]
    found = similarities(sources)
    assert found.tolist() == [[similarity(one, other) for other in sources] for one in sources]
