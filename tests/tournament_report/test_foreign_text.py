"""Foreign text on the page: whatever models wrote, it is read as text, and does nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tournament_report.made_marts import MadeMarts, made_marts
from tournament_report.made_play import WEEK
from tournament_report.opened import opened

pytestmark = [pytest.mark.browser]

HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(2)></details></div></pre></table></style></title>"
    '"><svg onload=alert(3)>\'><iframe src=javascript:alert(4)></iframe><a href="javascript:alert(5)">click</a>'
    "<link rel=stylesheet href=http://127.0.0.1:9/x.css><style>body{display:none}@import 'http://127.0.0.1:9/y'</style>"
    "<base href=http://127.0.0.1:9/><form action=http://127.0.0.1:9/><!-- {{ 7 * 7 }} {% raw %} &amp; &#60;b&#62; "
    "\u202eevil\u2066\u200f\x00\x07\x1b[2J\x9b31m"
)
SHOWN = HOSTILE.translate(dict.fromkeys(map(ord, "\u202e\u2066\u200f\x00\x07\x1b\x9b"), "�"))


@pytest.fixture(scope="module")
def path(page_of: Callable[[MadeMarts], str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    written = tmp_path_factory.mktemp("hostile") / f"{WEEK}.html"
    written.write_text(page_of(made_marts(4, 2, 3, 2, turns=5, foreign=HOSTILE)), encoding="utf-8")
    return written


def test_nothing_in_it_runs_loads_or_makes_an_element(browser: Browser, path):
    with opened(browser, path) as found:
        page = found.page
        page.locator("details").evaluate_all("found => found.forEach(details => details.open = true)")
        page.wait_for_load_state("networkidle")
        assert found.requests == [path.as_uri()]
        assert found.complaints == []
        elements = "script, img, iframe, link, base, form, object, embed, svg [onload], meta[http-equiv=refresh]"
        assert page.locator(elements).count() == 0
        assert page.locator("style").count() == 1
        attributes = page.evaluate(
            "[...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames()).filter(n => n.startsWith('on'))"
        )
        assert attributes == []
        links = page.locator("a").evaluate_all("found => found.map(link => link.getAttribute('href'))")
        assert all(link.startswith("#") for link in links)
        expect(page.locator("body")).to_be_visible()


def test_all_of_it_is_read_as_it_was_written(browser: Browser, path):
    with opened(browser, path) as found:
        page = found.page
        page.locator("details").evaluate_all("found => found.forEach(details => details.open = true)")
        first = page.locator("details.pair").first
        places = {
            "title of the row": page.locator("#environments-table tbody th").first,
            "title": first.locator("summary b"),
            "hint": first.locator(".hint"),
            "observation": first.locator("li div").nth(0),
            "completion": first.locator("li div").nth(1),
            "action": first.locator("li code").first,
            "ending": first.locator(".ending").first,
        }
        for place, element in places.items():
            assert SHOWN in element.text_content(), place
            expect(element).to_be_visible()


def test_the_browser_itself_forbids_what_the_page_does_not_need(browser: Browser, path, tmp_path):
    torn = tmp_path / "torn.html"
    text = path.read_text(encoding="utf-8")
    torn.write_text(
        text.replace("</body>", "<script>document.title = 'run'</script><img src=x></body>"), encoding="utf-8"
    )
    with opened(browser, torn) as found:
        assert found.page.title() != "run"
        assert any("Content Security Policy" in said for said in found.complaints)
