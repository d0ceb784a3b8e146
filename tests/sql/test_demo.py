"""The demo season: four weeks in one command, in which everything happens that a page or a plot shows."""

import duckdb
import pytest
from demo import MINUTES

from orchestration.resources.seasons import find_season

WEEKS = ["2026-11-09", "2026-11-16", "2026-11-23", "2026-11-30"]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(60 * MINUTES)]


def rows(demo, query):
    with duckdb.connect(demo.snapshot.path, read_only=True) as connection:
        return connection.sql(query).fetchall()


def test_its_players_are_those_of_the_house_season():
    assert find_season("demo").contestants == find_season("house").contestants


def test_the_weeks_were_played_oldest_first_and_the_last_one_is_shown(demo):
    said = demo.root.with_suffix(".done").read_text(encoding="utf-8").splitlines()
    headings = [line.split(", ")[1] for line in said if line.startswith("Season demo")]
    assert headings == [f"week {week} ({number} of 4)" for number, week in enumerate(WEEKS, 1)]
    assert [line.strip() for line in said if "canonical_solve ·" in line] == ["canonical_solve · week 2026-11-30"]
    assert f"Report: {demo.reports / '2026-11-30.html'}" in said
    assert sorted(path.stem for path in demo.reports.iterdir()) == WEEKS
    assert [str(week) for (week,) in rows(demo, "SELECT DISTINCT week FROM rankings ORDER BY week")] == WEEKS


def test_every_environment_was_admitted(demo):
    admitted = "SELECT week::VARCHAR, count(*) FILTER (admitted), count(*) FROM environment_difficulty GROUP BY week"
    assert sorted(rows(demo, admitted)) == [(week, 12, 12) for week in WEEKS]


def test_every_attempt_is_terminal(demo):
    assert rows(demo, "SELECT count(*), count(success) FROM solve_attempts") == [(4 * 12 * 6 * 2 * 2,) * 2]
