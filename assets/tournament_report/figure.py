"""Figure: one plot of the report with its title and caption, or the reason why there is none."""

import json
import re
from dataclasses import dataclass
from html import escape
from typing import Any

import altair as alt
import vl_convert

type Chart = alt.LayerChart | alt.HConcatChart | alt.VConcatChart | alt.ConcatChart | alt.FacetChart

_VEGA_LITE = ".".join(alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2])
_INK, _PAPER = "#1b1f24", "#ffffff"


@dataclass(frozen=True, slots=True)
class Figure:
    """One plot.

    Attributes:
        name: a word in snake case, unique in the report.
        caption: what is drawn, of how much, and what the intervals are; plain text.
        chart: None where there is nothing to show.
        empty: why there is nothing to show; empty where there is a chart.
        min_width_px: below this width the text is too small to read: let the figure scroll.
    """

    name: str
    title: str
    caption: str = ""
    chart: Chart | None = None
    empty: str = ""
    min_width_px: int = 560

    def svg(self) -> str:
        """An <svg> to stand in a page: in the page's text colour, as wide as its place but no wider than it was drawn.

        It has no script, no outside reference, no font and no id.

        Raises:
            ValueError: there is no chart.
        """
        drawn = vl_convert.vegalite_to_svg(self._spec(), vl_version=_VEGA_LITE)
        return re.sub(r"^<svg [^>]*?width=\"([\d.]+)\"[^>]*?(viewBox=\"[^\"]*\")>", self._root, drawn, count=1)

    def png(self, scale: float = 2) -> bytes:
        """An image on white paper, with the title above.

        Args:
            scale: pixels per unit of length of the chart.

        Raises:
            ValueError: there is no chart.
        """
        spec = self._spec() | {"title": self.title, "background": _PAPER, "padding": 12}
        on_paper = json.dumps(spec).replace('"currentColor"', f'"{_INK}"')
        return vl_convert.vegalite_to_png(on_paper, vl_version=_VEGA_LITE, scale=scale)

    def _spec(self) -> dict[str, Any]:
        if self.chart is None:
            raise ValueError(f"the figure {self.name} has no chart: {self.empty}")
        # The schema is what tests check; here it would take as long as all else.
        return self.chart.to_dict(validate=False)

    def _root(self, found: re.Match[str]) -> str:
        width, view_box = found.groups()
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(self.title)}" '
            f'{view_box} width="100%" style="max-width:{width}px">'
        )
