"""The page in a real browser: what a reader finds, at both widths, in both colour schemes and on paper."""

from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import Browser, Page, expect

from tournament_report.made_marts import MadeMarts, empty_marts, made_marts, nobody_admitted
from tournament_report.made_play import HOUSE, NAMES, SOLVER_ONLY, UNPRICED, WEEK
from tournament_report.opened import Opened, opened

pytestmark = [pytest.mark.browser]

SECTIONS = [
    "leaderboard",
    "head-to-head",
    "paradox",
    "hint-uplift",
    "environments",
    "over-the-weeks",
    "cost",
    "failures",
    "transcripts",
    "method",
]


@pytest.fixture(scope="module")
def marts() -> MadeMarts:
    return made_marts()


@pytest.fixture(scope="module")
def path(marts: MadeMarts, page_of: Callable[[MadeMarts], str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    written = tmp_path_factory.mktemp("page") / f"{WEEK}.html"
    written.write_text(page_of(marts), encoding="utf-8")
    return written


@pytest.fixture(scope="module")
def reading(browser: Browser, path: Path) -> Iterator[Opened]:
    with opened(browser, path) as found:
        yield found


@pytest.fixture
def page(reading: Opened) -> Page:
    return reading.page


def of_week(frame: pl.DataFrame) -> pl.DataFrame:
    rows = frame.filter(pl.col("week") == WEEK)
    return rows.filter(pl.col("scope") == "week") if "scope" in rows.columns else rows


def cells_of(page: Page, name: str, table: str = "leaderboard-week") -> list[list[str]]:
    """The cells of a contestant's row as a reader sees them, each a list of lines."""
    rows = page.locator(f"#{table} tbody tr").filter(has=page.locator("th", has_text=name))
    expect(rows).to_have_count(1)
    return [text.split("\n") for text in rows.locator("th, td").all_inner_texts()]


def test_it_asks_for_nothing_and_complains_of_nothing(reading, path):
    assert reading.requests == [path.as_uri()]
    assert reading.complaints == []
    assert reading.page.locator("script, link, iframe, object, embed, img, video, audio, form, base").count() == 0


def test_the_contents_lead_to_every_section(page):
    links = page.locator("nav a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert links == [f"#{name}" for name in SECTIONS]
    assert page.locator("main > section").evaluate_all("found => found.map(section => section.id)") == SECTIONS
    assert page.locator("figure svg").count() == 8


def test_every_id_is_there_once_and_every_link_leads_to_one(page):
    ids = page.locator("[id]").evaluate_all("found => found.map(element => element.id)")
    assert len(ids) == len(set(ids))
    links = page.locator("a").evaluate_all("found => found.map(link => link.getAttribute('href'))")
    assert links
    assert {link.removeprefix("#") for link in links} <= set(ids)


def test_the_heading_counts_the_week(page, marts):
    attempts = marts.outcomes(WEEK)
    faults = attempts.filter(pl.col("status") == "incomplete").height
    shown = page.locator("#heading").inner_text()
    assert str(WEEK) in shown
    assert "season's 8 weeks so far" in shown
    assert "House players among the contestants (1) are programs of this project, not language models" in shown
    assert f"Attempts\n{attempts.height:,}" in shown
    assert f"Infrastructure faults\n{faults:,}" in shown
    pairs = of_week(marts.results.head_to_head).get_column("pairs").sum()
    assert f"Matched pairs\n{pairs:,}" in shown


def test_the_first_row_of_the_leaderboard_is_the_best_solver(page, marts):
    best = of_week(marts.results.standings).sort("solver", descending=True).row(0, named=True)
    first = page.locator("#leaderboard-week tbody tr").first
    expect(first.locator("th")).to_contain_text(best["contestant"])
    low, high = (f"{best[f'solver_ci_{end}']:,.0f}" for end in ("low", "high"))
    cells = cells_of(page, best["contestant"])
    assert cells[2] == [f"{best['solver']:,.0f}", f"{low} to {high}"]
    assert cells[1][1] == f"{best['solver_rank_low']}–{best['solver_rank_high']}"


def test_the_season_has_a_table_of_its_own(page, marts):
    season = marts.results.standings.filter(pl.col("week") == WEEK, pl.col("scope") == "season")
    best = season.sort("solver", descending=True).row(0, named=True)
    assert cells_of(page, best["contestant"], "leaderboard-season")[2][0] == f"{best['solver']:,.0f}"
    assert page.locator("#leaderboard-season tbody tr").count() == season.height


def test_ties_are_marked(page, marts):
    places = page.locator("#leaderboard-week tbody td:nth-child(2)").all_inner_texts()
    rows = of_week(marts.results.standings).sort("solver", descending=True).rows(named=True)
    for row, place in zip(rows, places, strict=True):
        low, high = row["solver_rank_low"], row["solver_rank_high"]
        tied = sum(other["solver_rank_low"] <= high and low <= other["solver_rank_high"] for other in rows) > 1
        assert place.startswith("=") == tied
    assert any(place.startswith("=") for place in places)


def test_what_must_be_known_of_a_contestant_stands_beside_its_name(page, marts):
    provisional = of_week(marts.results.standings).filter("provisional").get_column("contestant").to_list()
    assert provisional
    for name in NAMES:
        [_, words] = [*cells_of(page, name)[0], ""][:2]
        assert ("provisional" in words) == (name in provisional)
        assert ("house player" in words) == (name == HOUSE)
        assert ("solver only" in words) == (name == SOLVER_ONLY)
    assert f"role that they have: {', '.join(provisional)}" in page.locator("#leaderboard .beside").inner_text()


def test_how_to_read_ratings_stands_beside_the_table(page):
    beside = page.locator("#leaderboard .beside")
    expect(beside).to_contain_text("400 points are odds of 10 to 1; only gaps mean something")
    expect(beside).to_contain_text("The resampling unit is the environment")


def test_faults_have_a_column(page, marts):
    heads = page.locator("#leaderboard-week thead tr").first.locator("th").all_inner_texts()
    assert heads[-2].startswith("Faults")
    for row in of_week(marts.results.standings).iter_rows(named=True):
        assert cells_of(page, row["contestant"])[-2] == [str(row["faults"])]


def test_who_has_no_price_is_counted_and_costs_no_zero(page):
    assert cells_of(page, UNPRICED)[-1][0] == "no price"
    assert cells_of(page, HOUSE)[-1][0] == "0.00"
    expect(page.locator("#cost")).to_contain_text(f"1 of 9 contestants have calls without a known price: {UNPRICED}")
    assert cells_of(page, UNPRICED, "costs-table")[5] == ["no price"]


def test_the_paradox_is_told_in_the_weeks_numbers(page, marts):
    found = of_week(marts.results.board_correlations).filter(
        pl.col("board") == "solver", pl.col("other_board") == "author"
    )
    row = found.filter(pl.col("statistic") == "pearson_disattenuated").row(0, named=True)
    value, low, high = (f"{row[name]:.2f}".replace("-", "−") for name in ("value", "ci_low", "ci_high"))
    told = page.locator("#paradox p").first.inner_text().replace("\xa0", " ")
    assert f"r = {value} (95 % interval {low} to {high})" in told
    answer = "worse" if row["ci_high"] < 0 else "better" if row["ci_low"] > 0 else "left open"
    assert answer in told


def test_trends_and_the_effects_of_dossiers_are_told_in_the_tables_numbers(page, marts):
    row = marts.results.season_trends.filter(contestant=HOUSE, board="solver").row(0, named=True)
    low, high = (f"{row[name]:,.0f}".replace("-", "−") for name in ("ci_low", "ci_high"))
    assert cells_of(page, HOUSE, "trends-table")[2][1] == f"{low} to {high}"
    assert page.locator("#trends-table tbody tr").count() == len(NAMES)
    effect = marts.results.dossier_effects.filter(outcome="hint_gain").row(0, named=True)
    [_, shown, _, authors, weeks] = cells_of(page, "hint gain", "dossier-effects-table")
    assert shown[0] == f"{100 * effect['effect']:.1f}".replace("-", "−")
    assert (authors, weeks) == (["8"], [str(effect["weeks_with"]), str(effect["weeks_without"])])


def test_a_transcript_is_reached_from_its_environment_and_back(page):
    page.goto(page.url.partition("#")[0])
    link = page.locator("#environments-table a", has_text="read").nth(2)
    anchor = (link.get_attribute("href") or "").removeprefix("#")
    target = page.locator(f"[id='{anchor}']")
    expect(target).to_be_hidden()
    link.click()
    expect(target).to_be_in_viewport()
    sides = target.locator("xpath=..").locator(".attempt")
    expect(sides).to_have_count(2)
    expect(sides.nth(0)).to_contain_text("Without hint")
    assert sides.nth(0).locator(".hint").count() == 0
    expect(sides.nth(1).locator(".hint")).to_contain_text("Weigh the coins in threes")
    expect(sides.nth(1)).to_contain_text("duels replay 0000")
    left, right = (side.bounding_box() for side in sides.all())
    assert left["x"] + left["width"] <= right["x"]
    target.get_by_role("link", name="Back to its row").click()
    expect(page.locator(f"[id='{anchor.replace('transcripts-', 'environment-')}']")).to_be_in_viewport()


def test_a_transcript_shows_each_turn(page, marts):
    details = page.locator("details.pair").first
    shown = details.locator(".attempt").first
    attempt_id = shown.locator("code").last.inner_text() or shown.locator("code").last.text_content()
    row = marts.attempts.filter(pl.col("attempt_id") == attempt_id.split()[-1]).row(0, named=True)
    turns = shown.locator("li")
    assert turns.count() == row["turns"]
    for place, turn in enumerate(row["transcript"]):
        text = turns.nth(place).text_content()
        assert turn["observation"] in text
        assert turn["completion"] in text
        if turn["format_error"]:
            assert "format error" in text
        else:
            assert f"→ {turn['action']} reward {turn['reward']:g}".replace("-", "−") in text
    assert "The game is over." in shown.text_content()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1400, 400])
def test_it_fits_the_window_in_both_colour_schemes(browser, path, width, scheme):
    with opened(browser, path, width=width, scheme=scheme) as found:
        page = found.page
        # A blank page makes a small picture.
        assert len(page.screenshot()) > 20_000
        assert page.evaluate("document.documentElement.scrollWidth") == width
        paper, ink = page.locator("body").evaluate(
            "b => [getComputedStyle(b).backgroundColor, getComputedStyle(b).color]"
        )
        assert (brightness(paper) > brightness(ink)) == (scheme == "light")
        for cell in page.locator(".gt_table th, .gt_table td").all()[:40]:
            back = cell.evaluate("c => getComputedStyle(c).backgroundColor")
            assert back in (paper, "rgba(0, 0, 0, 0)")
        table = page.locator("#leaderboard-week")
        scrolls = table.evaluate("t => t.scrollWidth > t.clientWidth")
        assert scrolls == (width == 400)
        if scrolls:
            table.evaluate("t => t.scrollLeft = 300")
            name = table.locator("tbody th").first
            assert name.bounding_box()["x"] == pytest.approx(table.bounding_box()["x"])
        page.locator("details.pair").first.evaluate("d => d.open = true")
        left, right = (side.bounding_box() for side in page.locator("details.pair").first.locator(".attempt").all())
        assert (left["x"] < right["x"]) == (width == 1400)


def brightness(colour: str) -> int:
    return sum(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))


def test_it_prints_dark_on_white_with_whole_tables(browser, path):
    with opened(browser, path, width=1000, scheme="dark") as found:
        found.page.emulate_media(media="print", color_scheme="dark")
        paper, ink = found.page.locator("body").evaluate(
            "b => [getComputedStyle(b).backgroundColor, getComputedStyle(b).color]"
        )
        assert (paper, ink) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")
        assert found.page.evaluate("document.documentElement.scrollWidth") <= 1000
        assert found.page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (
            empty_marts,
            [
                "Nothing of this week is valid",
                "Nobody is ranked this week",
                "No duel was fought",
                "No environment was written",
                "nothing was spent",
                "no transcript to show",
            ],
        ),
        (
            nobody_admitted,
            [
                "0\nadmitted of 4 written",
                "Nobody is ranked this week",
                "No duel was fought",
                "Nobody has been rated both",
                "nothing can be said about hints",
                "not admitted",
                "No environment has a matched pair",
                "no transcript to show",
            ],
        ),
    ],
)
def test_a_week_with_little_in_it_says_so(browser, page_of, tmp_path, made, says):
    path = tmp_path / "week.html"
    path.write_text(page_of(made()), encoding="utf-8")
    with opened(browser, path) as found:
        shown = found.page.locator("body").inner_text()
        for text in says:
            assert text in shown
        assert not any(word in shown for word in ("None", "nan", "null"))
        for table in found.page.locator("table").all():
            assert table.locator("tbody tr").count() > 0
        assert found.complaints == []
