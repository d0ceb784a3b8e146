import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.tournament_report.plots.labels import CHARACTER_PX, LINE_PX, Label, cut, placed

SIZE = 560, 420


def _box(label: Label) -> tuple[float, float, float, float]:
    half = len(label.text) * CHARACTER_PX / 2
    return label.x - half, label.y - LINE_PX / 2, label.x + half, label.y + LINE_PX / 2


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("step", [0, 9, 40])
def test_names_of_dots_close_together_stay_apart(step: int) -> None:
    dots = [(250.0 + step * index, 200.0) for index in range(4)]
    boxes = [_box(label) for label in placed(["a" * 12] * 4, dots, [], *SIZE)]
    assert not [pair for pair in itertools.combinations(boxes, 2) if _overlap(*pair)]


def test_names_keep_off_whiskers() -> None:
    whisker = (245.0, 199.0, 400.0, 201.0)
    (label,) = placed(["somebody"], [(250.0, 200.0)], [whisker], *SIZE)
    assert not _overlap(_box(label), whisker)


@given(st.floats(0, SIZE[0]), st.floats(0, SIZE[1]))
def test_names_stay_inside_the_plot(x: float, y: float) -> None:
    (label,) = placed(["a-contestant"], [(x, y)], [], *SIZE)
    left, top, right, bottom = _box(label)
    assert left >= 0
    assert top >= -6
    assert right <= SIZE[0]
    assert bottom <= SIZE[1] + 6


def test_long_names_are_cut() -> None:
    assert cut("a" * 18) == "a" * 18
    assert cut("a" * 63) == "a" * 17 + "…"
