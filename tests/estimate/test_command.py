"""The command `duels tournament --dry-run`: says what a week would cost, and touches nothing."""

import json
import re
from pathlib import Path

import pytest
from rich.console import Console
from tournament.small import WEEK, files
from typer.testing import CliRunner, Result

from estimate.seasons import tiny
from orchestration import cli
from orchestration.cli import app


@pytest.fixture
def duels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Runs the command in this process, without any key, with a home and a sandbox cache that don't exist yet."""
    for variable in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "DEEPINFRA_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("DUELS_SANDBOX_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str, home: Path = tmp_path / "home") -> Result:
        monkeypatch.setenv("DUELS_HOME", str(home))
        # rich takes the terminal's width once, when a console is made.
        monkeypatch.setattr(cli, "console", Console())
        return CliRunner().invoke(app, ["tournament", "--dry-run", *arguments])

    return run


def shown(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return result.stdout


def test_it_writes_nothing_and_needs_no_key(duels, tmp_path):
    text = shown(duels("--season", "frontier"))
    assert "an estimate for one week; nothing is asked, written or spent" in text
    assert re.search(r"^claude-opus-5 +10 +60 +80 +720 ", text, re.MULTILINE)
    assert "no price" not in text
    assert list(tmp_path.iterdir()) == []


def test_house_players_are_free(duels):
    assert re.search(r"^all .* 0\.00 .* 0\.00 +·", shown(duels("--season", "house")), re.MULTILINE)


def test_the_shipped_limits_are_above_what_is_expected(duels):
    assert "✗" not in shown(duels("--season", "frontier"))


def test_several_weeks(duels):
    text = " ".join(shown(duels("--season", "local", "--last", "2", "--week", str(WEEK))).split())
    assert "2 weeks take 2 times as much" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [(("--week", "2026-12-01"), "named by its Monday"), (("--last", "0"), "--last 0"), (("--season", "x"), "unknown")],
)
def test_what_could_not_be_played_is_not_estimated(duels, tmp_path, arguments, says):
    result = duels(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_after_a_week_its_own_numbers_are_used(duels, home, tmp_path):
    before = files(home.root)
    season_file = tmp_path / "tiny.yaml"
    season_file.write_text(json.dumps(tiny().model_dump(mode="json", exclude_unset=True)), encoding="utf-8")

    text = shown(duels("--season", str(season_file), home=home.root))
    assert f"Expected: means of week {WEEK}" in text
    assert "Assumed" not in text
    # Two slots of 1.5 drafts and 56 attempts of 3.5 turns.
    assert re.search(r"^priced +2 +4 +8 +48 +199 +228$", text, re.MULTILINE)
    assert files(home.root) == before


def test_a_home_of_another_season_is_no_measure(duels, home):
    before = files(home.root)
    assert "Assumed, since nothing like it was played here" in shown(duels("--season", "local", home=home.root))
    assert files(home.root) == before
