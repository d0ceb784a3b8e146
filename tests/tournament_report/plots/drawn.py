"""What a chart draws, read from its specification: every layer with its mark, its fields and its rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from assets.tournament_report.figure import Figure

FIGURES = [
    "leaderboard",
    "head_to_head",
    "solving_against_authoring",
    "hint_uplift",
    "difficulty_against_discrimination",
    "ratings_over_weeks",
    "cost_against_rating",
    "validation_failures",
]
"""All figures of a report, in their order."""


@dataclass(frozen=True)
class Layer:
    """Attributes: `encoding` by channel, with what the layer inherits; `rows` of the data that it draws."""

    mark: str
    encoding: dict[str, Any]
    rows: list[dict[str, Any]]
    title: str

    def field(self, channel: str) -> str | None:
        return self.encoding.get(channel, {}).get("field")

    def drawn(self, *channels: str) -> set[tuple[Any, ...]]:
        """The values of some channels of every row, in that order; rows are left out that lack one of them."""
        fields = [self.field(channel) for channel in channels]
        found = {tuple(row[field] for field in fields) for row in self.rows}  # type: ignore[index]
        return {values for values in found if None not in values}


def layers(figure: Figure) -> list[Layer]:
    """All layers of a figure; the schema of Vega-Lite is checked on the way."""
    assert figure.chart is not None, figure.empty
    spec = figure.chart.to_dict()
    return list(_walk(spec, spec["datasets"], {}, {}, ""))


def _walk(
    spec: dict[str, Any], sets: dict[str, Any], data: dict[str, Any], encoding: dict[str, Any], title: str
) -> Iterator[Layer]:
    data = spec.get("data", data)
    encoding = encoding | spec.get("encoding", {})
    title = spec.get("title", {}).get("text", title)
    inner = [part for kind in ("layer", "concat", "hconcat", "vconcat") for part in spec.get(kind, [])]
    inner += [spec["spec"]] if "spec" in spec else []
    if not inner:
        yield Layer(spec["mark"]["type"], encoding, sets[data["name"]], title)
    for part in inner:
        yield from _walk(part, sets, data, encoding, title)


def one(found: list[Layer], mark: str, **fields: str) -> Layer:
    """The only layer with a mark, whose channels have the given fields."""
    fitting = [
        layer
        for layer in found
        if layer.mark == mark and all(layer.field(channel) == field for channel, field in fields.items())
    ]
    assert len(fitting) == 1, [(layer.mark, layer.encoding) for layer in found]
    return fitting[0]
