"""All figures: stand-alone, readable on any page, the same for the same results."""

import hashlib
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from assets.tournament_report.figure import Figure
from assets.tournament_report.plots import figures
from assets.tournament_report.results import Results
from tournament_report.made_play import TITLES
from tournament_report.made_results import empty_results, made_results
from tournament_report.plots.drawn import FIGURES

LONG = tuple(f"{letter}-{'m' * 61}" for letter in "abcdefghi")
SEASONS: dict[str, Callable[[], Results]] = {
    "9 contestants, 8 weeks": made_results,
    "6 contestants, 4 weeks": lambda: made_results(6, 4, 3),
    "6 contestants, 1 week": lambda: made_results(6, 1, 3),
    "the longest names": lambda: made_results(9, 3, names=LONG),
    "2 contestants": lambda: made_results(2, 2, 2, 1),
}


@pytest.fixture(scope="module", params=SEASONS)
def drawn(request: pytest.FixtureRequest) -> list[tuple[Figure, str]]:
    """The figures that have a chart, and their SVG."""
    return [(figure, figure.svg()) for figure in figures(SEASONS[request.param]()) if figure.chart is not None]


def _luminance(colour: str) -> float:
    """Relative luminance of WCAG 2 of a colour #rrggbb."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_a_season_has_all_figures(results: Results) -> None:
    found = figures(results)
    assert [figure.name for figure in found] == FIGURES
    for figure in found:
        assert figure.chart is not None
        assert not figure.empty
        assert figure.title
        assert re.search(r"\d", figure.caption), "a caption says how much is drawn"


def test_svgs_stand_alone(drawn: list[tuple[Figure, str]]) -> None:
    for _, svg in drawn:
        root = ET.fromstring(svg)
        tags = {element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in root.iter()}
        assert tags <= {"svg", "g", "path", "line", "text", "rect", "tspan"}
        attributes = {name for element in root.iter() for name in element.attrib}
        assert not {name for name in attributes if name.startswith("on") or "href" in name or name == "id"}
        assert re.findall(r"https?:[^\"]*", svg) == ["http://www.w3.org/2000/svg"]
        assert "url(" not in svg


def test_svgs_are_as_wide_as_their_place(drawn: list[tuple[Figure, str]]) -> None:
    for figure, svg in drawn:
        root = ET.fromstring(svg)
        assert root.get("width") == "100%"
        assert root.get("height") is None
        width = float(root.get("viewBox", "").split()[2])
        assert root.get("style") == f"max-width:{width:g}px"
        assert width <= 800
        smallest = min(
            float(text.get("font-size", "").removesuffix("px")) for text in root.iter() if "text" in text.tag
        )
        assert smallest * min(1, figure.min_width_px / width) >= 8


def test_svgs_are_read_on_light_and_dark_pages(drawn: list[tuple[Figure, str]]) -> None:
    for _, svg in drawn:
        root = ET.fromstring(svg)
        texts = [element for element in root.iter() if element.tag.endswith("text")]
        assert texts
        assert {text.get("fill") for text in texts} == {"currentColor"}
        colours = {
            colour for element in root.iter() for side in ("fill", "stroke") if (colour := element.get(side))
        } - {"currentColor", "transparent", "none"}
        for colour in colours:
            if not colour.startswith("rgba("):  # Those of the heat map lie behind text.
                assert min(_contrast(colour, page) for page in ("#ffffff", "#16181d")) >= 3, colour


def test_foreign_titles_are_in_no_figure(drawn: list[tuple[Figure, str]]) -> None:
    for figure, _ in drawn:
        assert figure.chart is not None
        spec = json.dumps(figure.chart.to_dict(), ensure_ascii=False)
        assert not [title for title in TITLES if json.dumps(title, ensure_ascii=False)[1:-1] in spec]


def test_markup_in_a_name_stays_text(results: Results) -> None:
    """Names can't hold any, by the season's rules; the renderer has to escape them all the same."""
    name = '</text><script>alert("x")</script>'
    frame = results.standings
    changed = frame.with_columns(frame.get_column("contestant").replace("heron-5", name))
    figure = figures(Results(**{**_fields(results), "standings": changed}))[0]
    root = ET.fromstring(figure.svg())
    assert not [element for element in root.iter() if "script" in element.tag]
    assert any((text.text or "").startswith("</text>") for text in root.iter())


def _specs(results: Results) -> list[object]:
    charts = [figure.chart for figure in figures(results)]
    return [chart and json.dumps(chart.to_dict(validate=False)) for chart in charts]


def _fields(results: Results) -> dict[str, object]:
    return {name: getattr(results, name) for name in Results.__slots__}


def test_the_same_results_give_the_same_bytes() -> None:
    """Here, and in a process that hashes and tells the time in another way."""
    results = made_results(6, 4, 3)
    specs = [_specs(results) for _ in range(8)]
    assert all(spec == specs[0] for spec in specs)
    drawn = figures(results)
    once = [figure.svg() for figure in drawn]
    assert [figure.svg() for figure in drawn] == once
    script = (
        "import hashlib\nfrom assets.tournament_report.plots import figures\n"
        "from tournament_report.made_results import made_results\n"
        "drawn = figures(made_results(6, 4, 3))\n"
        "print(hashlib.sha256(''.join(figure.svg() for figure in drawn).encode()).hexdigest())"
    )
    tests = Path(__file__).parents[2]
    path = {"PYTHONPATH": f"{tests.parent}:{tests}", "PYTHONHASHSEED": "7", "TZ": "Pacific/Auckland", "HOME": "/"}
    run = subprocess.run([sys.executable, "-c", script], env=path, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == hashlib.sha256("".join(once).encode()).hexdigest()


def test_pngs_are_images_with_a_title_on_white_paper(drawn: list[tuple[Figure, str]]) -> None:
    figure, _ = drawn[0]
    small, large = figure.png(1), figure.png(2)
    assert small.startswith(b"\x89PNG\r\n\x1a\n")
    widths = [int.from_bytes(png[16:20], "big") for png in (small, large)]
    assert widths[1] == pytest.approx(2 * widths[0], abs=2)


def test_an_empty_week_says_why_in_each_place() -> None:
    found = figures(empty_results())
    assert [figure.name for figure in found] == FIGURES
    for figure in found:
        assert figure.chart is None
        assert figure.empty.endswith(".")
        with pytest.raises(ValueError, match=figure.name):
            figure.svg()
        with pytest.raises(ValueError, match=figure.name):
            figure.png()
