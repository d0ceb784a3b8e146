"""The command line: what it shows, and that bad input is one clear line and exit status 2."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from assets.tables import BOARDS, RATING_BOARDS
from orchestration import cli
from orchestration.cli import app
from orchestration.resources.home import Home
from tournament.small import ATTEMPTS, SEASON, WEEK


@pytest.fixture
def duels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, season_file: Path):
    """Runs a command in this process, in an empty home of the small season."""
    monkeypatch.setenv("DUELS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("DUELS_SEASON", str(season_file))
    monkeypatch.setenv("COLUMNS", "120")

    def run(*arguments: str, home: Path | None = None) -> Result:
        if home:
            monkeypatch.setenv("DUELS_HOME", str(home))
        # rich takes the terminal's width once, when a console is made.
        monkeypatch.setattr(cli, "console", Console())
        return CliRunner().invoke(app, arguments)

    return run


def refused(result: Result, *says: str) -> None:
    """One line on stderr that says so, and exit status 2."""
    assert result.exit_code == 2, result.output
    [line] = result.stderr.splitlines()
    assert line.startswith("duels: ")
    for text in says:
        assert text in line


@pytest.mark.parametrize(
    ("week", "says"),
    [
        ("2026-12-01", "named by its Monday, here 2026-11-30"),
        ("2199-12-30", "future"),
        ("last week", "YYYY-MM-DD"),
        ("2026-13-01", "YYYY-MM-DD"),
        ("20261130", "YYYY-MM-DD"),
        ("2026-W49-1", "YYYY-MM-DD"),
    ],
)
def test_a_wrong_week(duels, week, says):
    refused(duels("tournament", "--week", week), week, says)
    refused(duels("leaderboard", "--week", week), week)


def test_an_unknown_season(duels):
    refused(duels("tournament", "--season", "hosue"), "unknown season 'hosue'", "house")
    refused(duels("tournament", "--season", "x" * 5000), "unknown season 'xxx")
    refused(duels("tournament", "--season", "nowhere/season.yaml"), "nowhere/season.yaml", "No such file")


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("name: small", "name: small\ntemprature: 1", "temprature"),
        ("name: bruno", "name: ada", "contestants named twice: ada"),
        ("benchmark_seeds: 2", "benchmark_seeds: -2", "benchmark_seeds"),
        ("model: house/player", "model: house/player\n    roles: [author]", "no solver"),
        ("solving: 0.5", "solving: 1.5", "contestants.0.skills.solving"),
        ("contestants:", "contestants: [", "not valid YAML"),
        ("seed: a small secret", "seed: 2026-02-31", "not valid YAML (day"),
        ("benchmark_seeds: 2", "benchmark_seeds: " + "9" * 5000, "not valid YAML"),
        ("seed: a small secret", "seed: " + "[" * 3000, "not valid YAML"),
        ("seed: a small secret", "seed: a\x00b", "not valid YAML"),
        ("name: small", "name: small\nname: large", "the field 'name' stands twice"),
        ("house/player", "house/chess", "unknown house player 'house/chess'"),
    ],
)
def test_a_malformed_season(duels, tmp_path, right, wrong, says):
    path = tmp_path / "bad.yaml"
    path.write_text(SEASON.replace(right, wrong), encoding="utf-8")
    refused(duels("tournament", "--season", str(path)), "bad.yaml", says)
    assert not (tmp_path / "home").exists()


def test_a_missing_key_is_found_before_anybody_is_asked(duels, tmp_path):
    path = tmp_path / "keyed.yaml"
    path.write_text(SEASON + "  - {name: gpt, model: openai/gpt, api_key_env: NO_SUCH_KEY}\n", encoding="utf-8")
    refused(duels("tournament", "--season", str(path)), "NO_SUCH_KEY (for gpt)")
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("named", ["~nosuchuser/home", "/tmp/\udcff"])
def test_a_home_that_can_not_be(duels, monkeypatch, named):
    monkeypatch.setenv("DUELS_HOME", named)
    refused(duels("tournament"), "names no usable directory")


@pytest.mark.parametrize("damage", [b"not a database", None])
def test_a_damaged_warehouse_is_refused_before_anybody_is_asked(duels, played, tmp_path, damage):
    home = Home(tmp_path / "[/x] 'damaged'")
    shutil.copytree(played.root, home.root, ignore=shutil.ignore_patterns("journal"))
    path = home.root / "warehouse.duckdb"
    damaged = path.read_bytes()[:20_000] if damage is None else damage
    path.write_bytes(damaged)
    result = duels("tournament", "--week", str(WEEK), home=home.root)
    refused(result, "warehouse.duckdb")
    assert path.read_bytes() == damaged
    assert not home.journal.exists()


def test_a_damaged_history_of_runs(duels, played, tmp_path):
    home = Home(tmp_path / "home")
    shutil.copytree(played.root, home.root)
    for path in (home.dagster / "history").rglob("*.db"):
        path.write_bytes(b"damaged " * 1000)
    refused(duels("tournament", "--week", str(WEEK), home=home.root), "Dagster's storage", "move that directory away")


def test_a_damaged_snapshot(duels, played, tmp_path):
    home = Home(tmp_path / "home")
    shutil.copytree(played.root, home.root)
    content = bytearray(home.snapshot.path.read_bytes())
    content[12_288:] = b"x" * (len(content) - 12_288)
    home.snapshot.path.write_bytes(content)
    refused(duels("leaderboard", home=home.root), "duels.duckdb")


def test_a_home_of_another_season(duels, played, tmp_path):
    path = tmp_path / "other.yaml"
    path.write_text(SEASON.replace("name: small", "name: other"), encoding="utf-8")
    before = (played.root / "home.json").read_bytes()
    refused(duels("tournament", "--season", str(path), home=played.root), "holds season 'small', not 'other'")
    assert (played.root / "home.json").read_bytes() == before


def test_a_home_that_can_not_be_written(duels, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    refused(duels("tournament", home=tmp_path / "file" / "home"), "can't be written", "DUELS_HOME")


def test_a_warehouse_of_a_newer_version(duels, played, tmp_path):
    home = Home(tmp_path / "newer")
    shutil.copytree(played.root, home.root)
    with duckdb.connect(home.snapshot.path) as connection:
        connection.execute("UPDATE duels.warehouse_info SET schema_version = 99")
    refused(duels("leaderboard", home=home.root), "schema version 99", "update Environment Duels")


def test_results_before_any_were_made(duels):
    for command in (("leaderboard",), ("replay", "abc"), ("sql",)):
        refused(duels(*command), "play a week first")


def test_a_week_that_was_not_played(duels, played):
    refused(duels("leaderboard", "--week", "2026-11-23", home=played.root), "week 2026-11-23 has no rankings")


def test_an_unknown_board_and_attempt(duels, played):
    refused(duels("leaderboard", "--board", "elo", home=played.root), "unknown board 'elo'", "canonical_solve")
    refused(duels("leaderboard", "--scope", "year", home=played.root), "unknown scope 'year'", "week, season")
    refused(duels("replay", "zzz", home=played.root), "no attempt begins with 'zzz'")
    refused(duels("replay", "", home=played.root), "several attempts")


def test_the_leaderboard(duels, played):
    shown = duels("leaderboard", home=played.root)
    assert shown.exit_code == 0
    assert "canonical_solve · week 2026-11-30" in shown.stdout
    assert shown.stdout.index("bruno") < shown.stdout.index("clara")


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(("scope", "when"), [("week", "week 2026-11-30"), ("season", "season up to week 2026-11-30")])
def test_every_board_in_both_scopes(duels, played, board, scope, when):
    shown = duels("leaderboard", "--board", board, "--scope", scope, home=played.root)
    assert shown.exit_code == 0
    assert f"{board} · {when}" in shown.stdout
    assert all(name in shown.stdout for name in ("ada", "bruno", "clara"))
    assert ("Elo points with mean 1,000" in shown.stdout) == (board in RATING_BOARDS)


def test_the_leaderboard_says_what_must_be_known_of_a_row(duels, played):
    shown = duels("leaderboard", "--board", "author", home=played.root)
    assert "no interval: one environment" in " ".join(shown.stdout.split())


@pytest.mark.parametrize("condition", ["without_hint", "with_hint"])
def test_a_replay_shows_the_whole_attempt(duels, played, condition):
    with duckdb.connect(played.snapshot.path, read_only=True) as connection:
        attempt_id, turns, hint = connection.execute(
            "SELECT attempt_id, turns, hint FROM duels.solve_attempts JOIN duels.authored_environments "
            "USING (week, environment_id) WHERE condition = ? ORDER BY attempt_id LIMIT 1",
            [condition],
        ).fetchone()
    shown = duels("replay", attempt_id[:12], home=played.root)
    assert shown.exit_code == 0
    assert f"turn {turns}" in shown.stdout
    assert f"after {turns} turns" in shown.stdout
    assert (" ".join(hint.split()[:4]) in shown.stdout) == (condition == "with_hint")


def a_pair(home: Home) -> dict[str, str]:
    """The ids of a matched pair's attempts by condition."""
    with duckdb.connect(home.snapshot.path, read_only=True) as connection:
        return dict(
            connection.execute(
                "SELECT unnest([w.condition, h.condition]), unnest([w.attempt_id, h.attempt_id]) "
                "FROM duels.solve_attempts w JOIN duels.solve_attempts h USING (environment_id, solver, seed, trial) "
                "WHERE w.condition = 'without_hint' AND h.condition = 'with_hint' ORDER BY w.attempt_id LIMIT 2"
            ).fetchall()
        )


@pytest.mark.parametrize("named", ["without_hint", "with_hint"])
def test_a_pair_is_shown_side_by_side_without_the_hint_on_the_left(duels, played, named):
    shown = duels("replay", a_pair(played)[named][:12], "--pair", home=played.root)
    assert shown.exit_code == 0
    [heading] = [line for line in shown.stdout.splitlines() if "without hint" in line]
    assert heading.index("without hint") < 60 <= heading.index("with hint")
    assert max(map(len, shown.stdout.splitlines())) <= 120
    [hint] = [line for line in shown.stdout.splitlines() if "─ hint ─" in line]
    assert hint.index("─ hint ─") >= 60


def test_in_a_narrow_terminal_a_pair_is_shown_one_after_the_other(duels, played, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    shown = duels("replay", a_pair(played)["with_hint"], "--pair", home=played.root)
    assert shown.exit_code == 0
    alone = [duels("replay", attempt_id).stdout for attempt_id in a_pair(played).values()]
    assert shown.stdout.split() == "\n".join(alone).split()


def test_an_attempt_without_a_counterpart_is_no_pair(duels, played, tmp_path):
    home = Home(tmp_path / "home")
    shutil.copytree(played.root, home.root)
    pair = a_pair(home)
    with duckdb.connect(home.snapshot.path) as connection:
        connection.execute("DELETE FROM duels.solve_attempts WHERE attempt_id = ?", [pair["with_hint"]])
    refused(duels("replay", pair["without_hint"], "--pair", home=home.root), pair["without_hint"], "without --pair")


def test_a_foreign_text_can_not_paint_the_terminal(duels, played, tmp_path):
    home = Home(tmp_path / "painted")
    shutil.copytree(played.root, home.root)
    with duckdb.connect(home.snapshot.path) as connection:
        painted = "[red]x[/red]\x1b[2J\u202eeno"
        connection.execute("UPDATE duels.solve_attempts SET final_observation = ?", [painted])
        [attempt_id] = connection.execute("SELECT min(attempt_id) FROM duels.solve_attempts").fetchone()
    for shown in (duels("replay", attempt_id, home=home.root), duels("replay", attempt_id, "--pair", home=home.root)):
        assert "[red]x[/red]" in shown.stdout
        assert "\x1b[2J" not in shown.stdout
        assert "\u202e" not in shown.stdout


def test_the_doctor(duels):
    shown = duels("doctor")
    assert shown.exit_code == 0, shown.output
    assert "fails" not in shown.stdout
    said = " ".join(shown.stdout.split())
    assert "wasm, CPython in WebAssembly (embedded): a tiny environment was played; a hostile one" in said
    assert "guarantees authored code sees no file, key, environment variable" in said
    assert "leaves open a flaw in the WebAssembly runtime" in said


def test_the_doctor_leaves_the_home_to_whoever_plays_first(duels, tmp_path):
    assert duels("doctor").exit_code == 0
    assert not (tmp_path / "home").exists()


def test_the_doctor_names_a_missing_key(duels, tmp_path):
    path = tmp_path / "keyed.yaml"
    path.write_text(SEASON + "  - {name: gpt, model: openai/gpt, api_key_env: NO_SUCH_KEY}\n", encoding="utf-8")
    shown = duels("doctor", "--season", str(path))
    assert shown.exit_code == 1
    assert "set the environment variable NO_SUCH_KEY" in shown.stdout


def program(home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(Path(sys.executable).parent / "duels"), *arguments],
        env={**os.environ, "DUELS_HOME": str(home)},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_doctor_names_a_sandbox_that_is_not_to_be_had(tmp_path, monkeypatch):
    path = tmp_path / "contained.yaml"
    path.write_text(SEASON + "sandbox: {backend: docker}\n", encoding="utf-8")
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere.sock")
    shown = program(tmp_path / "home", "doctor", "--season", str(path))
    assert shown.returncode == 1
    assert "no sandbox: no Docker engine answers" in " ".join(shown.stdout.split())
    assert "guarantees" not in shown.stdout
    refused = program(tmp_path / "home", "tournament", "--season", str(path))
    assert (refused.returncode, len(refused.stderr.splitlines())) == (1, 1)
    assert "no sandbox: no Docker engine answers" in refused.stderr


def test_a_full_disk_is_one_clear_line(played, monkeypatch):
    monkeypatch.setenv("PYTHONUNBUFFERED", "")
    with Path("/dev/full").open("wb") as full:
        shown = subprocess.run(
            [str(Path(sys.executable).parent / "duels"), "leaderboard"],
            env={**os.environ, "DUELS_HOME": str(played.root)},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (shown.returncode, shown.stderr) == (
        2,
        b"duels: standard output can't be written (No space left on device)\n",
    )


def test_the_installed_program_refuses_without_a_traceback(tmp_path):
    result = program(tmp_path, "tournament", "--week", "2026-12-01")
    assert (result.returncode, len(result.stderr.splitlines())) == (2, 1)


def test_sql_reads_the_results_and_writes_nothing(played):
    shown = program(
        played.root,
        "sql",
        typed="SELECT count(*) AS attempts FROM duels.solve_attempts;\nDELETE FROM duels.rankings;\n",
    )
    assert str(ATTEMPTS) in shown.stdout
    assert "read-only" in shown.stderr


def test_commands_that_only_read_load_without_dagster():
    modules = "orchestration.cli, orchestration.sql, orchestration.leaderboard, orchestration.replay"
    loads = f"import sys, {modules}; print('dagster' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True).stdout == "False\n"
