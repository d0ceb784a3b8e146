"""Dagster's UI in a real browser: the graph, a week played from its own button, its plots, and a failed check."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from playwright.sync_api import Page, expect, sync_playwright

from assets.weeks import running_week
from orchestration.resources.home import Home
from tournament.small import ATTEMPTS, break_an_attempt

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

# The webserver shares two cores with other tests.
expect.set_options(timeout=60_000)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        CHROMIUM is None and not os.environ.get("DUELS_REQUIRE_BROWSER"), reason="no Chromium: install `chromium`"
    ),
    pytest.mark.timeout(600),
]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(tmp_path_factory.mktemp("ui"))


@pytest.fixture(scope="module")
def address(home: Home, season_file: Path) -> Iterator[str]:
    """`duels ui` in an empty home."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = (home.root / "ui.log").open("w")
    process = subprocess.Popen(
        [Path(sys.executable).parent / "duels", "ui", "--port", str(port)],
        env={**os.environ, "DUELS_HOME": str(home.root), "DUELS_SEASON": str(season_file)},
        stdout=log,
        stderr=log,
        start_new_session=True,
    )
    try:
        while not answers(f"http://127.0.0.1:{port}/server_info"):
            assert process.poll() is None, (home.root / "ui.log").read_text()
        yield f"http://127.0.0.1:{port}"
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=60)
        log.close()


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return response.status == 200
    except OSError:
        return False


@pytest.fixture(scope="module")
def seen() -> list[str]:
    """What went wrong in the browser, and what it asked of the outside."""
    return []


@pytest.fixture(scope="module")
def page(address: str, seen: list[str]) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(base_url=address, viewport={"width": 1600, "height": 1000})
        page.set_default_timeout(90_000)
        page.on("pageerror", lambda error: seen.append(str(error)))
        page.on("request", lambda request: None if is_own(request.url, address) else seen.append(request.url))
        yield page
        browser.close()


def is_own(url: str, address: str) -> bool:
    own = (address, address.replace("http", "ws", 1), "data:", "blob:")
    return url.startswith(own)


def look(page: Page, tmp_path: Path) -> None:
    """A picture that shows something: a blank page makes a small file."""
    path = tmp_path / "screenshot.png"
    page.screenshot(path=path)
    assert path.stat().st_size > 20_000


def test_the_graph_shows_every_step(page, tmp_path):
    page.goto("/asset-groups?expanded=tournament")
    for group in ("tournament", "staging", "marts"):
        expect(page.get_by_text(group, exact=True).first).to_be_visible()
    look(page, tmp_path)


@pytest.mark.parametrize("asset", ["rankings", "leaderboard"])
def test_an_asset_leads_to_its_code(page, asset):
    page.goto(f"/assets/{asset}?view=overview")
    links = page.locator("a[href^='vscode://file/']")
    expect(links.first).to_be_visible()
    for link in links.all():
        path, _, _ = (link.get_attribute("href") or "").removeprefix("vscode://file/").partition(":")
        assert Path(path).is_file(), path


def test_the_schedule_is_seen_and_no_pop_up_is_in_the_way(page):
    page.goto("/automation")
    expect(page.get_by_text("every_monday").first).to_be_visible()
    assert page.get_by_role("dialog").count() == 0


def launch_the_running_week(page: Page) -> None:
    """Press the buttons that a person presses, and follow the link to the run."""
    page.goto("/locations/orchestration.definitions/jobs/weekly_tournament")
    page.get_by_role("button", name="Materialize all").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Latest").click()
    dialog.get_by_role("button", name="Launch 1 run").click()
    page.get_by_role("link", name="View", exact=True).click()


def test_a_week_is_played_from_the_button(page, home):
    launch_the_running_week(page)
    expect(page.get_by_text("Success", exact=True).first).to_be_visible(timeout=300_000)
    page.goto("/assets/solve_attempts?view=overview")
    expect(page.get_by_text(str(running_week())).first).to_be_visible()
    expect(page.get_by_text(str(ATTEMPTS), exact=True).first).to_be_visible()
    with duckdb.connect(home.snapshot.path, read_only=True) as snapshot:
        assert snapshot.execute("SELECT count(*) FROM duels.training_curriculum").fetchone() > (0,)


def test_the_reports_plots_are_in_the_assets_page(page, home, tmp_path):
    assert (home.reports / f"{running_week()}.html").stat().st_size > 100_000
    page.goto("/assets/tournament_report?view=overview")
    page.get_by_role("row", name="leaderboard").get_by_text("Show Markdown").click()
    plot = page.get_by_role("img", name="Ratings of the week")
    expect(plot).to_be_visible()
    assert plot.evaluate("image => image.naturalWidth") > 300
    look(page, tmp_path)
    page.get_by_role("button", name="Close").click()


def test_dbts_tests_are_checks_in_plain_words(page):
    page.goto("/assets/head_to_head?view=checks&checkDetail=cells_add_up")
    expect(page.get_by_text("Passed", exact=True).first).to_be_visible()
    expect(page.get_by_text("blocking").first).to_be_visible()


def test_a_failed_check_is_seen_as_failed(page, home):
    break_an_attempt(home, running_week())
    launch_the_running_week(page)
    expect(page.get_by_text("Failure", exact=True).first).to_be_visible(timeout=300_000)
    page.goto("/assets/solve_attempts?view=checks&checkDetail=values_allowed")
    expect(page.get_by_text("Failed", exact=True).first).to_be_visible()
    expect(page.get_by_text("wonderful").first).to_be_visible()
    with duckdb.connect(home.snapshot.path, read_only=True) as snapshot:
        assert snapshot.execute("SELECT count(*) FROM duels.rankings").fetchone() == (0,)
        assert snapshot.execute("SELECT count(*) FROM duels.authored_environments").fetchone() == (3,)


def test_nothing_went_wrong_in_the_browser_and_nothing_was_asked_of_the_outside(page, seen):
    assert seen == []
