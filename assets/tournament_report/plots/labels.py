"""Labels beside dots: where each name stands so that it covers no dot and no other name, if there is room."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

CHARACTER_PX, LINE_PX = 6.2, 12
"""What a character takes of a line of 11 px type, on average, and the line's height."""

_LONGEST = 18

type Point = tuple[float, float]
type Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Label:
    """A name and the middle of where it stands, in px."""

    text: str
    x: float
    y: float


def cut(name: str, longest: int = _LONGEST) -> str:
    """A name that is not longer than that."""
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def placed(
    names: Sequence[str], dots: Sequence[Point], whiskers: Sequence[Box], width: float, height: float
) -> list[Label]:
    """A label for each dot, in the order of the dots.

    Greedy: each label takes the place around its dot that overlaps least with dots, whiskers, earlier labels and the
    outside of the plot; the nearest of equals.

    Args:
        dots: px from the left and from the top.
        whiskers: thin boxes, two a dot or fewer.
        width, height: of the plot, px.
    """
    taken = [(x - 5, y - 5, x + 5, y + 5) for x, y in dots]
    labels: list[Label] = []
    for name, (x, y) in zip(names, dots, strict=True):
        text = cut(name)
        half = len(text) * CHARACTER_PX / 2
        places = [
            (x + side * (half + 8 + extra * abs(side)), y + rise * (10 + extra))
            for extra, rise, side in product((0, 6, 16, 28), (-1, 1, 0), (1, -1, 0))
            if rise or side
        ]
        boxes = [(cx - half, cy - LINE_PX / 2, cx + half, cy + LINE_PX / 2) for cx, cy in places]
        costs = [_cost(box, taken, whiskers, width, height) for box in boxes]
        best = costs.index(min(costs))
        taken.append(boxes[best])
        labels.append(Label(text, *places[best]))
    return labels


def _cost(box: Box, taken: Sequence[Box], whiskers: Sequence[Box], width: float, height: float) -> float:
    left, top, right, bottom = box
    outside = max(0, -left) + max(0, right - width) + max(0, -top) + max(0, bottom - height)
    return 100 * outside + sum(_overlap(box, other) for other in taken) + 2 * sum(_overlap(box, w) for w in whiskers)


def _overlap(one: Box, other: Box) -> float:
    """The area that two boxes share, px²."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0
