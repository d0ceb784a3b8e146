"""The command `duels power`: which model it takes, what it answers, and that bad numbers are one clear line."""

import re
import shutil
import time
from datetime import date
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner, Result
from warehouse.made_rows import GOOD, LAST_WEEK, SEASON, WEEK, row, store

from assets.tables import TABLES
from orchestration.cli import app
from orchestration.resources.home import Home
from orchestration.resources.warehouse import Warehouse, publish
from power.worlds import ROUGH, played_week


@pytest.fixture
def duels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Runs the command in this process, in a home."""

    def run(*arguments: str, home: Path = tmp_path / "nothing") -> Result:
        monkeypatch.setenv("DUELS_HOME", str(home))
        return CliRunner().invoke(app, ["power", *arguments])

    return run


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with two weeks: a small one, and an earlier one that is large enough to fit."""
    home = Home(tmp_path_factory.mktemp("home"))
    warehouse = Warehouse(home.root / "warehouse.duckdb", SEASON)
    for week, scored in ((LAST_WEEK, played_week(ROUGH, 5, 4, 4, seed=0)), (WEEK, played_week(ROUGH, 3, 1, 2, seed=0))):
        for table in ("contestants", "dossiers", "authored_environments", "hint_validations"):
            store(warehouse, table, TABLES[table].frame([]), GOOD, week=week)
        store(warehouse, "solve_attempts", attempts(week, scored), GOOD, week=week)
    publish(warehouse, home.snapshot.path)
    return home.root


def attempts(week: date, scored: pl.DataFrame) -> pl.DataFrame:
    """Rows of `solve_attempts` with these successes."""
    rows = [
        row(
            "solve_attempts",
            week=week,
            attempt_id=str(number),
            status="success" if attempt.pop("success") else "failure",
            stop_reason="terminated",
            **attempt,
        )
        for number, attempt in enumerate(scored.iter_rows(named=True))
    ]
    return TABLES["solve_attempts"].frame(rows)


def shown(result: Result) -> str:
    """What was printed, as one line however wide the terminal is."""
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


def test_before_anything_was_played_it_plans_by_an_assumption_and_says_so(duels):
    started = time.process_time()
    text = shown(duels())
    assert time.process_time() - started < 10
    assert text.startswith("Model: an assumption, not a measurement, since nothing has been played in this home yet.")
    assert "abilities spread by 1.00" in text
    assert "Duel with a margin of 0.20" in text
    assert "Hint gain of 0.10" in text
    assert text.count("Attempt for attempt") == 2


def test_a_margins_table_its_smallest_design_and_the_advice(duels):
    result = duels("--margin", "0.3", "--environments", "20,10", "--seeds", "4,8,2")
    text = shown(result)
    head, *rows = re.findall(r"^[┃│] (.*) [┃│]$", result.stdout, re.MULTILINE)
    assert head.split(" ┃ ")[1:] == ["2 seeds", "4 seeds", "8 seeds", "endless"]
    assert [row.split()[0] for row in rows] == ["10", "20"]
    assert rows[1].count("✓") == 4
    assert "Hint gain" not in text
    assert re.search(r"at least 80 %: 20 environments × 2 seeds \(\d+ %\), 160 attempts of the two contestants\.", text)
    assert re.search(
        r"10 environments × 4 seeds have a power of (\d+) %\. 8 seeds make it \d+ % for 160 attempts more, 20 "
        r"environments \d+ % for 160 more; endless seeds would stop at \d+ %\.",
        text,
    )
    assert text.endswith("beyond 4 seeds, add environments.")


def test_a_width_is_asked_of_margins_and_hint_gains(duels):
    text = shown(duels("--width", "0.3", "--environments", "10,20", "--seeds", "4"))
    assert "Duel of equals" in text
    assert "Hint gain of 0.13" in text
    assert text.count("Mean width of the 95 % interval; ✓ where it is at most 0.3") == 2
    assert "No design of this table has a width of at most 0.3: 20 environments × 4 seeds have 0.33." in text
    assert "Power" not in text


def test_a_power_that_no_design_has(duels):
    text = shown(duels("--hint-gain", "0.05", "--power", "0.95", "--environments", "3,5", "--seeds", "1"))
    assert "No design of this table has a power of at least 95 %: 5 environments × 1 seed have 1 %." in text
    assert "Attempt for attempt" not in text


def test_the_same_call_gives_the_same_text(duels, home):
    options = ("--week", str(LAST_WEEK), "--environments", "3,6", "--seeds", "2,4")
    assert shown(duels(*options, home=home)) == shown(duels(*options, home=home))


def test_the_model_of_a_week(duels, home):
    options = ("--margin", "0.1", "--environments", "3", "--seeds", "2")
    first = shown(duels(*options, "--week", str(LAST_WEEK), home=home))
    assert first.startswith(f"Model: fitted from week {LAST_WEEK} (5 solvers, 20 environments). In logits ± standard")
    assert len(re.findall(r"-?\d+\.\d\d ± \d+\.\d\d", first)) == 6


def test_a_week_that_is_too_small_leaves_the_assumption(duels, home):
    """The last week is the model unless another is named."""
    first = shown(duels("--margin", "0.1", "--environments", "3", "--seeds", "2", home=home))
    assert first.startswith(
        f"Model: an assumption, not a measurement, since week {WEEK} can't be fitted: nobody met two"
    )


def test_a_snapshot_without_attempts_leaves_the_assumption(duels, tmp_path):
    empty = Home(tmp_path / "empty")
    empty.root.mkdir()
    publish(Warehouse(empty.root / "warehouse.duckdb", SEASON), empty.snapshot.path)
    options = ("--margin", "0.1", "--environments", "3", "--seeds", "2")
    assert "nothing has been played" in shown(duels(*options, home=empty.root))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--margin", "0"), "the margin must lie between 0 and 1, not at 0"),
        (("--margin", "1"), "the margin must lie between 0 and 1"),
        (("--margin", "nan"), "the margin must lie between 0 and 1"),
        (("--margin", "0.9"), "a margin of 0.9 is out of reach: a difference of abilities makes at most"),
        (("--hint-gain", "-0.1"), "the hint gain must lie between 0 and 1, not at -0.1"),
        (("--hint-gain", "0.7"), "a hint gain of 0.7 is out of reach: a solver of mean ability gains at most 0.50"),
        (("--width", "2"), "the width must lie between 0 and 2"),
        (("--power", "80"), "the power must lie between 0 and 1, not at 80"),
        (("--environments", "1,5"), "environments must be at most 6 whole numbers from 2 to 100, such as 4,8,16"),
        (("--environments", "5,,6"), "environments must be"),
        (("--seeds", "0"), "seeds must be at most 6 whole numbers from 1 to 64"),
        (("--seeds", "four"), "not 'four'"),
        (("--seeds", "1,2,3,4,5,6,7"), "at most 6"),
        (("--week", "2026-12-01"), "named by its Monday"),
        (("--week", "2026-11-30"), "does not exist yet; play a week first"),
    ],
)
def test_a_wrong_number_is_one_clear_line(duels, arguments, says):
    result = duels(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    [line] = result.stderr.splitlines()
    assert line.startswith("duels: ")
    assert says in line


def test_a_week_that_was_not_played_and_a_damaged_snapshot(duels, home, tmp_path):
    result = duels("--week", "2026-11-16", home=home)
    assert result.exit_code == 2
    assert "week 2026-11-16 has no attempts; play it: duels tournament --week 2026-11-16" in result.stderr
    shutil.copytree(home, tmp_path / "damaged")
    (tmp_path / "damaged" / "duels.duckdb").write_bytes(b"not a database")
    result = duels(home=tmp_path / "damaged")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
