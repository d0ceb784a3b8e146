"""Pages of made-up weeks, and a real browser to open them in."""

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from assets.tournament_report.plots import figures
from assets.tournament_report.report import report
from tournament_report.made_marts import MadeMarts
from tournament_report.made_play import WEEK

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def page_of() -> Callable[[MadeMarts], str]:
    """The page of made-up marts, as the asset makes it."""

    def page(marts: MadeMarts) -> str:
        return report(
            marts.results,
            "made",
            figures(marts.results),
            outcomes=marts.outcomes(WEEK),
            authored=marts.rows("stg_authored_environments", WEEK),
            transcripts=lambda attempt_ids: marts.transcripts(WEEK, attempt_ids),
        )

    return page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed after each module: while it is open its event loop runs, beside which Dagster can't start one."""
    if CHROMIUM is None and not os.environ.get("DUELS_REQUIRE_BROWSER"):
        pytest.skip("no Chromium: install `chromium`")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()
