"""Weeks that build on the weeks before: a backfill keeps their order, and a change is traced to the later ones."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from assets.dossiers.dossier import BYTES_A_TOKEN
from assets.environment_seeds import used_seeds
from assets.progress import Unwatched
from assets.season import Season, load_season
from orchestration.play import play_week
from orchestration.resources.home import Home
from tournament.small import SEASON, SEED, tables

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

WEEKS = [date(2026, 11, 16), date(2026, 11, 23), date(2026, 11, 30)]
FIRST, SECOND, THIRD = WEEKS
LATE = """
  - name: zoe
    model: house/player
    from_week: 2026-11-30
    skills: {solving: 0.7, hint_quality: 1.0, repertoire: 3}
"""
DUELS = Path(sys.executable).parent / "duels"


@pytest.fixture(scope="module")
def season_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("season") / "weeks.yaml"
    path.write_text(SEASON.replace("name: small", "name: weeks\ndossier: public") + LATE)
    return path


@pytest.fixture(scope="module")
def season(season_file: Path) -> Season:
    return load_season(season_file)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(tmp_path_factory.mktemp("weeks") / "home")


@pytest.fixture(scope="module")
def environment(home: Home, season_file: Path) -> dict[str, str]:
    return {**os.environ, "DUELS_HOME": str(home.root), "DUELS_SEASON": str(season_file), "COLUMNS": "200"}


class Dagster:
    """The GraphQL interface that the UI itself asks."""

    def __init__(self, address: str) -> None:
        self._address = address

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self._address}/server_info", timeout=5) as response:
                return bool(response.status == 200)
        except OSError:
            return False

    def ask(self, query: str, **variables: Any) -> Any:
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(f"{self._address}/graphql", body, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as response:
            answer = json.load(response)
        assert "errors" not in answer, answer
        return answer["data"]


@pytest.fixture(scope="module")
def dagster(home: Home, environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dagster]:
    """`duels ui` in an empty home: the webserver and the daemon that plays backfills."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log_path = tmp_path_factory.mktemp("ui") / "ui.log"
    with log_path.open("w") as log:
        process = subprocess.Popen(
            [DUELS, "ui", "--port", str(port)], env=environment, stdout=log, stderr=log, start_new_session=True
        )
        try:
            dagster = Dagster(f"http://127.0.0.1:{port}")
            while not dagster.answers():
                assert process.poll() is None, log_path.read_text()
                time.sleep(0.2)
            yield dagster
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=60)


RUNS = "{ runsOrError { ... on Runs { results { status startTime endTime tags { key value } } } } }"


def runs(dagster: Dagster) -> list[dict[str, Any]]:
    """The runs so far, in the order in which they began."""
    found = dagster.ask(RUNS)["runsOrError"]["results"]
    for run in found:
        run["week"] = next(tag["value"] for tag in run["tags"] if tag["key"] == "dagster/partition")
    return sorted(found, key=lambda run: run["startTime"] or float("inf"))


@pytest.fixture(scope="module")
def backfilled(dagster: Dagster) -> list[dict[str, Any]]:
    """Three weeks at once, in the order in which the UI names them."""
    [repository] = dagster.ask(
        "{ repositoriesOrError { ... on RepositoryConnection { nodes { name location { name } } } } }"
    )["repositoriesOrError"]["nodes"]
    launched = dagster.ask(
        "mutation($p: LaunchBackfillParams!) { launchPartitionBackfill(backfillParams: $p) { __typename "
        "... on PythonError { message } } }",
        p={
            "selector": {
                "partitionSetName": "weekly_tournament_partition_set",
                "repositorySelector": {
                    "repositoryName": repository["name"],
                    "repositoryLocationName": repository["location"]["name"],
                },
            },
            "partitionNames": [str(week) for week in WEEKS],
        },
    )["launchPartitionBackfill"]
    assert launched["__typename"] == "LaunchBackfillSuccess", launched
    while True:
        found = runs(dagster)
        if len(found) == len(WEEKS) and all(run["endTime"] for run in found):
            return found
        time.sleep(1)


def stale(dagster: Dagster, asset: str) -> dict[str, list[str]]:
    """By week, why an asset is out of date; nothing where it isn't."""
    keys = [str(week) for week in WEEKS]
    node = dagster.ask(
        "query($key: AssetKeyInput!, $weeks: [String!]!) { assetNodeOrError(assetKey: $key) { ... on AssetNode { "
        "status: staleStatusByPartition(partitions: $weeks) "
        "causes: staleCausesByPartition(partitions: $weeks) { key { path } reason } } } }",
        key={"path": [asset]},
        weeks=keys,
    )["assetNodeOrError"]
    causes = node["causes"] or [[] for _ in keys]
    assert [bool(reasons) for reasons in causes] == [status == "STALE" for status in node["status"]]
    return {
        week: [f"{cause['key']['path'][0]} {cause['reason']}" for cause in reasons]
        for week, reasons in zip(keys, causes, strict=True)
    }


def test_a_backfill_plays_the_weeks_in_order_and_one_at_a_time(backfilled):
    assert [run["status"] for run in backfilled] == ["SUCCESS"] * 3
    assert [run["week"] for run in backfilled] == [str(week) for week in WEEKS]
    for earlier, later in pairwise(backfilled):
        assert earlier["endTime"] <= later["startTime"]


def test_each_week_s_dossiers_rest_on_the_weeks_before_it(backfilled, home):
    found = tables(home.snapshot.path)["dossiers"].select("week", "author", "dossier", "weeks").rows()
    assert found == [
        *((FIRST, name, "none", 0) for name in ("ada", "bruno", "clara")),
        *((SECOND, name, "public", 1) for name in ("ada", "bruno", "clara")),
        *((THIRD, name, "public", 2) for name in ("ada", "bruno", "clara", "zoe")),
    ]


def test_who_joins_late_is_in_no_earlier_week(backfilled, home):
    stored = tables(home.snapshot.path)
    for table, column in (
        ("contestants", "contestant"),
        ("authored_environments", "author"),
        ("solve_attempts", "solver"),
    ):
        weeks = stored[table].filter(pl.col(column) == "zoe").get_column("week").unique().to_list()
        assert weeks == [THIRD], table


def test_a_dossier_holds_nothing_of_its_own_week_no_seed_no_secret_and_stays_within_its_bound(backfilled, home, season):
    stored = tables(home.snapshot.path)
    authored = stored["authored_environments"]
    seeds = {str(seed) for name in authored.get_column("environment_id") for seed in used_seeds(season, name)}
    assert len(seeds) > 1000
    assert any(str(seed) in str(row) for row in stored["solve_attempts"].rows() for seed in seeds)
    for week, author, text, size in stored["dossiers"].select("week", "author", "text", "bytes").drop_nulls().rows():
        assert not any(seed in text for seed in seeds)
        assert SEED not in text
        assert str(week) not in text
        assert size == len(text.encode()) <= season.dossier_tokens * BYTES_A_TOKEN
        own = authored.filter(pl.col("week") == week, pl.col("author") == author)
        assert all(text in prompt for prompt in own.get_column("prompt"))
    for prompt_sha256, drafts in authored.select("prompt_sha256", "drafts").rows():
        assert drafts[0]["prompt_sha256"] == prompt_sha256


def test_what_later_weeks_build_on_is_up_to_date_after_a_backfill(backfilled, dagster):
    for asset in ("dossiers", "rankings"):
        assert stale(dagster, asset) == {str(week): [] for week in WEEKS}


def test_a_week_played_again_as_it_went_leaves_the_later_ones_as_they_are(backfilled, dagster, home, season):
    before = tables(home.snapshot.path)
    assert play_week(home, season, FIRST, Unwatched()) == []
    after = tables(home.snapshot.path)
    assert all(after[name].equals(before[name]) for name in before)
    for asset in ("dossiers", "rankings"):
        assert stale(dagster, asset) == {str(week): [] for week in WEEKS}


def test_a_week_that_was_killed_goes_on_without_touching_the_others(backfilled, home, environment):
    before = tables(home.snapshot.path)
    journals = home.journal / str(SECOND) / "solve_attempts"
    for path in journals.glob("*.jsonl"):
        path.unlink()
    process = subprocess.Popen(
        [DUELS, "tournament", "--week", str(SECOND)], env=environment, stdout=subprocess.DEVNULL, start_new_session=True
    )
    while not any(path.stat().st_size for path in journals.glob("*.jsonl")):
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = {path.name: path.read_text().splitlines()[:-1] for path in journals.glob("*.jsonl")}
    assert len(kept) < 3
    again = subprocess.run(
        [DUELS, "tournament", "--week", str(SECOND)], env=environment, capture_output=True, text=True, check=False
    )
    assert again.returncode == 0, again.stderr
    for name, lines in kept.items():
        assert (journals / name).read_text().splitlines()[: len(lines)] == lines
    after = tables(home.snapshot.path)
    assert all(after[name].equals(before[name]) for name in before)


def test_a_week_that_went_otherwise_marks_the_later_ones_as_out_of_date(backfilled, dagster, home, season):
    better = [
        entry.model_copy(update={"skills": entry.skills.model_copy(update={"solving": 1.0})})
        if entry.name == "clara"
        else entry
        for entry in season.contestants
    ]
    assert play_week(home, season.model_copy(update={"contestants": tuple(better)}), FIRST, Unwatched()) == []
    changed = ["week_results has a new data version"]
    for asset in ("dossiers", "rankings"):
        assert stale(dagster, asset) == {str(FIRST): [], str(SECOND): changed, str(THIRD): changed}


def test_a_week_waits_for_one_before_it_that_is_not_finished(backfilled, home, environment):
    """Here because it leaves a week behind that failed its checks."""
    path = home.journal / str(SECOND) / "solve_attempts" / "ada.jsonl"
    first, *rest = path.read_text().splitlines(keepends=True)
    entry = json.loads(first)
    entry["record"]["status"] = "wonderful"
    path.write_text(json.dumps(entry) + "\n" + "".join(rest))

    def play(week: date) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [DUELS, "tournament", "--week", str(week)], env=environment, capture_output=True, text=True, check=False
        )

    assert play(SECOND).returncode == 1
    refused = play(THIRD)
    assert refused.returncode == 2, refused.stderr
    assert (
        f"week {SECOND} is not finished, and the dossiers of week {THIRD} rest on it; "
        f"finish it first: duels tournament --week {SECOND}"
    ) in refused.stderr
