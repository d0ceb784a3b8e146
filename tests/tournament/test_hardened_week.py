"""A week in which environments are hardened, played for real: who played what, what it cost, and what is told of it."""

import shutil
from pathlib import Path

import duckdb
import pytest

from assets.progress import Unwatched
from assets.season import Season, load_season
from orchestration.estimate import estimate_week
from orchestration.play import play_week
from orchestration.resources.home import Home
from orchestration.resources.prices import price_of
from tournament.small import SEASON, WEEK, tables

HARDENED = (f"{WEEK}/ada/env_001/harden_01", f"{WEEK}/bruno/env_001/harden_01")


@pytest.fixture(scope="module")
def hardening(tmp_path_factory) -> Season:
    """The small season with a round of hardening: ada and bruno harden all that is solved at all, clara nothing."""
    text = SEASON.replace("harden_rounds: 0", "harden_panel: [bruno]")
    for skill in ("solving: 0.5", "solving: 0.9"):
        text = text.replace(skill, f"hardening: 1.0, {skill}")
    path = tmp_path_factory.mktemp("season") / "small.yaml"
    path.write_text(text, encoding="utf-8")
    return load_season(path)


@pytest.fixture(scope="module")
def home(hardening: Season, tmp_path_factory) -> Home:
    home = Home(tmp_path_factory.mktemp("hardened"))
    home.claim(hardening)
    assert play_week(home, hardening, WEEK, Unwatched()) == []
    return home


def ask(home: Home, query: str) -> list[tuple[object, ...]]:
    with duckdb.connect(home.snapshot.path, read_only=True) as snapshot:
        return snapshot.execute(query).fetchall()


def test_what_its_author_hardened_is_played_and_what_it_kept_is_played_as_it_was(home):
    versions = ask(
        home, "SELECT environment_id, status FROM duels.authored_environments WHERE version = 1 ORDER BY ALL"
    )
    assert versions == [*((name, "written") for name in HARDENED), (f"{WEEK}/clara/env_001/harden_01", "kept")]
    played = ask(home, "SELECT DISTINCT environment_id FROM duels.solve_attempts ORDER BY ALL")
    assert played == [(name,) for name in (*HARDENED, f"{WEEK}/clara/env_001")]


def test_every_prober_has_its_attempts_and_no_score_knows_of_them(home):
    probes = "SELECT author, solver, count(*) FROM duels.environment_probes GROUP BY ALL ORDER BY ALL"
    assert ask(home, probes) == [
        ("ada", "ada", 4),
        ("ada", "bruno", 4),
        ("bruno", "bruno", 4),
        ("clara", "bruno", 4),
        ("clara", "clara", 4),
    ]
    shared = "SELECT count(*) FROM duels.environment_probes JOIN duels.solve_attempts USING (seed)"
    assert ask(home, shared) == [(0,)]


def test_the_mart_says_which_version_was_superseded(home):
    rows = ask(
        home,
        "SELECT environment_id, superseded, verdict = 'superseded', pairs > 0 FROM duels.environment_difficulty "
        "ORDER BY ALL",
    )
    first = [(name.removesuffix("/harden_01"), True, True, False) for name in HARDENED]
    assert rows == sorted(
        [*first, *((name, False, False, True) for name in HARDENED), (f"{WEEK}/clara/env_001", False, False, True)]
    )


def test_what_was_hardened_is_harder(home):
    """The probe found it too easy; of what plays, fewer unaided attempts of the same two probers succeed."""
    easier = ask(
        home,
        "SELECT avg(success::INT) FROM duels.environment_probes WHERE author = 'bruno' AND condition = 'without_hint'",
    )
    told = ask(home, f"SELECT prompt FROM duels.authored_environments WHERE environment_id = '{HARDENED[1]}'")
    assert f"All of them: unaided {easier[0][0]:.2f}" in told[0][0]
    [(before, after)] = ask(
        home,
        "SELECT any_value(source) FILTER (version = 0), any_value(source) FILTER (version = 1) "
        "FROM duels.authored_environments WHERE author = 'bruno'",
    )
    assert before != after


def test_probing_is_booked_to_who_probes(home):
    [(drafts, environments, tokens)] = ask(
        home,
        "SELECT drafts, environments, probing_tokens_out FROM duels.contestant_costs "
        "WHERE contestant = 'bruno' AND scope = 'week'",
    )
    assert (drafts, environments) == (2, 1)
    [(probes,)] = ask(home, "SELECT sum(tokens_out) FROM duels.environment_probes WHERE solver = 'bruno'")
    [(hint_probe,)] = ask(home, "SELECT sum(tokens_out) FROM duels.hint_validations WHERE author = 'bruno'")
    assert tokens == probes + hint_probe


def test_the_report_tells_of_slots_and_shows_both_versions(home):
    [report] = home.reports.glob("*.html")
    text = report.read_text(encoding="utf-8")
    assert "superseded" in text
    assert "3 of 3 environments" in text or "3 environments" in text


def test_the_estimate_counts_what_was_asked(home, hardening):
    estimate = estimate_week(hardening, None, price_of)
    asked = dict(ask(home, "SELECT solver, count(*) FROM duels.environment_probes GROUP BY ALL"))
    # Each author probes its own hint besides, on what plays.
    assert {share.contestant: share.probes for share in estimate.shares} == {
        name: count + 4 for name, count in asked.items()
    }


def test_played_again_nothing_is_asked_and_the_tables_are_the_same(home, hardening, tmp_path: Path):
    again = Home(tmp_path / "again")
    again.root.mkdir()
    again.claim(hardening)
    shutil.copytree(home.journal, again.journal, dirs_exist_ok=True)
    before = {path: path.read_bytes() for path in again.journal.rglob("*.jsonl")}
    assert play_week(again, hardening, WEEK, Unwatched()) == []
    assert {path: path.read_bytes() for path in again.journal.rglob("*.jsonl")} == before
    one, other = tables(home.snapshot.path), tables(again.snapshot.path)
    assert all(one[name].equals(other[name]) for name in one)
