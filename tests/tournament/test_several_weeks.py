"""`duels tournament --last N`: several weeks in one command, oldest first."""

from datetime import date

import pytest
from typer.testing import CliRunner

from assets.errors import OperatorError
from orchestration.cli import app
from orchestration.play import weeks_until
from orchestration.resources.home import Home
from tournament.small import WEEK, tables


def test_weeks_end_with_the_last_and_begin_with_the_oldest():
    assert weeks_until(WEEK, 1) == [WEEK]
    assert weeks_until(WEEK, 3) == [date(2026, 11, 16), date(2026, 11, 23), WEEK]
    assert weeks_until(date(2026, 1, 12), 2) == [date(2026, 1, 5), date(2026, 1, 12)]


@pytest.mark.parametrize("count", [0, -1, 3, 10**30])
def test_so_many_weeks_can_not_be(count):
    with pytest.raises(OperatorError, match=f"--last {count}: give 1 to 2; the first week is 2026-01-05"):
        weeks_until(date(2026, 1, 12), count)


def test_the_command_refuses_before_anybody_is_asked(season_file, tmp_path):
    shown = CliRunner(env={"DUELS_HOME": str(tmp_path / "home"), "DUELS_SEASON": str(season_file)}).invoke(
        app, ["tournament", "--last", "0"]
    )
    assert (shown.exit_code, len(shown.stderr.splitlines())) == (2, 1)
    assert not (tmp_path / "home").exists()


@pytest.mark.timeout(600)
def test_the_first_week_that_fails_ends_it_and_what_is_finished_is_kept(season, season_file, tmp_path):
    home = Home(tmp_path / "home")
    home.claim(season)
    damaged = home.journal / "2026-11-23" / "authored_environments" / "ada.jsonl"
    damaged.parent.mkdir(parents=True)
    damaged.write_text("no line of a journal\n{}\n", encoding="utf-8")
    environment = {"DUELS_HOME": str(home.root), "DUELS_SEASON": str(season_file), "COLUMNS": "200"}
    shown = CliRunner(env=environment).invoke(app, ["tournament", "--week", str(WEEK), "--last", "3"])
    assert shown.exit_code == 2, shown.output
    assert "ada.jsonl" in shown.stderr
    headings = [line.split(", ")[1] for line in shown.stdout.splitlines() if line.startswith("Season small")]
    assert headings == ["week 2026-11-16 (1 of 3)", "week 2026-11-23 (2 of 3)"]
    played = tables(home.snapshot.path)["rankings"].get_column("week").unique().to_list()
    assert played == [date(2026, 11, 16)]
