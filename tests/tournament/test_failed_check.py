"""A failed check: it stops what is downstream, in its run and alone, says which rows, and is mended by a rerun."""

import shutil
from pathlib import Path

import dagster as dg
import pytest

from assets.progress import Unwatched
from orchestration.instance import open_instance
from orchestration.play import Problem, play_week
from orchestration.resources.home import Home
from orchestration.wiring import ASSETS, build_definitions
from tournament.small import WEEK, break_an_attempt, tables

RESULTS = {
    "pairwise_outcomes",
    "duel_results",
    "rankings",
    "board_correlations",
    "season_trends",
    "dossier_effects",
    "training_curriculum",
}


@pytest.fixture(scope="module")
def broken(played: Home, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home whose journal was tampered with before the week was stored."""
    home = Home(tmp_path_factory.mktemp("broken") / "home")
    shutil.copytree(played.root, home.root, ignore=shutil.ignore_patterns("*.duckdb", "dagster", "exports"))
    break_an_attempt(home, WEEK)
    return home


@pytest.fixture(scope="module")
def problems(broken, season) -> list[Problem]:
    return play_week(broken, season, WEEK, Unwatched())


def test_the_run_says_which_check_failed_and_which_rows(problems):
    assert any("solve_attempts: check values_allowed" in p.text and "wonderful" in p.text for p in problems)


def test_what_is_downstream_was_not_made(broken, problems):
    found = tables(broken.root / "warehouse.duckdb")
    assert {name for name, frame in found.items() if frame.is_empty()} == {*RESULTS, "environment_probes"}
    assert not broken.exports.exists()


def test_the_snapshot_is_published_without_what_failed(broken, problems):
    found = tables(broken.snapshot.path)
    assert {name for name, frame in found.items() if frame.is_empty()} == {
        *RESULTS,
        "solve_attempts",
        "environment_probes",
    }


@pytest.mark.parametrize("asset", [*sorted(RESULTS), "training_exports"])
def test_a_step_materialized_alone_refuses(broken, problems, season, asset):
    resources = build_definitions(broken, season, Unwatched()).resources
    with (
        open_instance(broken) as instance,
        pytest.raises(dg.Failure, match=r"of 2026-11-30 (did not pass|has not been checked yet)"),
    ):
        dg.materialize(
            ASSETS, selection=[asset], partition_key=WEEK.isoformat(), resources=resources, instance=instance
        )


def test_a_rerun_after_the_cause_was_mended_is_whole(played, broken, problems, season):
    path = Path("journal", WEEK.isoformat(), "solve_attempts", "ada.jsonl")
    shutil.copy(played.root / path, broken.root / path)
    assert play_week(broken, season, WEEK, Unwatched()) == []
    assert tables(broken.snapshot.path)["rankings"].equals(tables(played.snapshot.path)["rankings"])
