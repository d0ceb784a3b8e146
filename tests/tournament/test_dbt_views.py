"""dbt's views in Dagster: assets with lineage and checks, made in the week's own run, published with the tables."""

import json
import re
import shutil
from pathlib import Path

import dagster as dg
import duckdb
import pytest
import yaml

from assets.errors import OperatorError
from assets.progress import Unwatched
from assets.tables import BOARDS, TABLES
from assets.tournament_report.results import PROVISIONAL_PAIRS
from orchestration.dbt import project, sources
from orchestration.dbt.marts import marts
from orchestration.instance import COMMAND_LINE_TAGS, open_instance
from orchestration.jobs import weekly_tournament
from orchestration.resources.home import Home
from orchestration.wiring import build_definitions
from tournament.small import WEEK

MODELS = {name: node for name, node in project.manifest()["nodes"].items() if node["resource_type"] == "model"}
TESTS = {name: node for name, node in project.manifest()["nodes"].items() if node["resource_type"] == "test"}
MARTS = {
    "leaderboard",
    "head_to_head",
    "duel_log",
    "hint_uplift",
    "environment_difficulty",
    "authoring_vs_solving",
    "rating_history",
    "contestant_costs",
    "failure_reasons",
}


@pytest.fixture(scope="module")
def graph(season, tmp_path_factory):
    home = Home(tmp_path_factory.mktemp("defined"))
    home.claim(season)
    return build_definitions(home, season, Unwatched()).resolve_asset_graph()


def test_the_manifest_is_that_of_the_project_as_it_stands():
    """A mart that is edited without `make manifest` would be tested as it was."""
    files = {path.relative_to(project.PROJECT).as_posix() for path in (project.PROJECT / "models").rglob("*.sql")}
    assert {node["original_file_path"] for node in MODELS.values()} == files
    for node in MODELS.values():
        assert node["raw_code"] == (project.PROJECT / node["original_file_path"]).read_text(encoding="utf-8").strip()


def test_the_sources_are_the_declared_tables():
    written = project.PROJECT / "models" / "staging" / "properties.yml"
    assert written.read_text(encoding="utf-8") == sources.text(), "run: python -m orchestration.dbt.sources"


def test_the_projects_variables_are_those_of_the_tournament():
    variables = yaml.safe_load((project.PROJECT / "dbt_project.yml").read_text(encoding="utf-8"))["vars"]
    assert variables == {"boards": list(BOARDS), "provisional_pairs": PROVISIONAL_PAIRS}


def test_every_view_and_every_column_is_described():
    assert {f"stg_{table}" for table in TABLES} | MARTS | {"stg_turns"} <= {node["name"] for node in MODELS.values()}
    for node in MODELS.values():
        assert node["description"], node["name"]
        assert node["columns"], node["name"]
        assert all(column["description"] for column in node["columns"].values()), node["name"]
        assert node["config"]["materialized"] == "view"


def test_the_described_columns_are_those_of_the_views(played):
    with duckdb.connect(played.snapshot.path, read_only=True) as snapshot:
        for node in MODELS.values():
            found = [row[0] for row in snapshot.execute(f"DESCRIBE duels.{node['name']}").fetchall()]
            assert found == list(node["columns"]), node["name"]


def test_every_view_is_an_asset_of_its_group(graph):
    for node in MODELS.values():
        asset = graph.get(dg.AssetKey(node["name"]))
        assert asset.group_name == ("marts" if node["fqn"][1] == "marts" else "staging")
        assert asset.description.startswith(node["description"])
        assert {"dbt", "duckdb", "view"} <= asset.kinds
        assert asset.partitions_def is None


def test_every_dbt_test_is_a_blocking_check_in_plain_words(graph):
    checks = {key.name: graph.get(key) for key in graph.asset_check_keys}
    assert len(TESTS) > len(TABLES) + len(MARTS)
    for node in TESTS.values():
        assert node["description"].endswith("."), node["name"]
        assert checks[node["name"]].description == node["description"]
        assert checks[node["name"]].blocking


def test_the_lineage_runs_from_what_was_authored_to_the_marts(graph):
    for mart in MARTS - {"duel_log", "rating_history", "authoring_vs_solving"}:
        behind, waiting = set(), [dg.AssetKey(mart)]
        while waiting:
            parents = graph.get(waiting.pop()).parent_keys - behind
            behind |= parents
            waiting += parents
        assert dg.AssetKey("authored_environments") in behind, mart


def test_the_views_are_published_and_read_the_published_tables(played):
    with duckdb.connect(played.snapshot.path, read_only=True) as snapshot:
        for table in TABLES:
            [(rows,)] = snapshot.execute(f"SELECT count(*) FROM duels.{table}").fetchall()
            assert snapshot.execute(f"SELECT count(*) FROM duels.stg_{table}").fetchone() == (rows,)
        assert snapshot.execute("SELECT count(*) FROM leaderboard").fetchone() == (6,)
        assert snapshot.execute("SELECT count(*) FROM duels.stg_turns").fetchone() > (36,)


def test_the_views_work_wherever_the_snapshot_is_attached(played):
    with duckdb.connect() as elsewhere:
        elsewhere.execute(f"ATTACH '{played.snapshot.path}' AS results (READ_ONLY)")
        for node in MODELS.values():
            elsewhere.execute(f"SELECT * FROM results.{node['name']}").fetchall()


def test_the_readmes_query_runs_on_the_published_results(played):
    readme = (project.PROJECT.parent / "README.md").read_text(encoding="utf-8")
    [query] = re.findall(r"```sql\n(.*?)```", readme, re.DOTALL)
    with duckdb.connect(played.snapshot.path, read_only=True) as snapshot:
        assert snapshot.execute(query).fetchall()


def test_dbts_own_words_stay_out_of_the_terminal(played):
    assert "Completed successfully" in (played.dbt / "build.log").read_text(encoding="utf-8")


@pytest.fixture
def copy(played, tmp_path) -> Home:
    home = Home(tmp_path / "home")
    shutil.copytree(played.root, home.root, ignore=shutil.ignore_patterns("dagster", "exports"))
    return home


def make_views(home: Home, season) -> dg.ExecuteInProcessResult:
    job = build_definitions(home, season, Unwatched()).resolve_job_def(weekly_tournament.name)
    with open_instance(home) as instance:
        return job.execute_in_process(
            instance=instance,
            partition_key=WEEK.isoformat(),
            asset_selection=list(marts().keys),
            raise_on_error=False,
            tags=COMMAND_LINE_TAGS,
        )


def test_a_corrupted_row_is_caught_by_name(copy, season):
    with copy.warehouse(season).connect() as connection:
        connection.execute(
            "UPDATE duels.pairwise_outcomes SET author = 'nobody' WHERE author = 'ada' AND solver = 'bruno'"
        )
    result = make_views(copy, season)
    assert not result.success
    failed = {found.check_name: found for found in result.get_asset_check_evaluations() if not found.passed}
    found = failed["as_declared_stg_pairwise_outcomes"]
    assert found.blocking
    assert found.asset_key == dg.AssetKey("stg_pairwise_outcomes")
    assert "every author stands in contestants of the same week" in found.description
    assert found.description.endswith("Not so: 1 row.")


def test_a_view_that_can_not_be_made_fails_the_run(copy, season):
    with copy.warehouse(season).connect() as connection:
        connection.execute("DROP VIEW duels.leaderboard")
        connection.execute("CREATE TABLE duels.leaderboard (one INTEGER PRIMARY KEY)")
        connection.execute("CREATE TABLE duels.mine (one INTEGER REFERENCES duels.leaderboard (one))")
    result = make_views(copy, season)
    [failure] = [event for event in result.all_events if event.is_step_failure]
    assert "dbt could not make its views" in failure.step_failure_data.error.message
    assert "leaderboard" in failure.step_failure_data.error.message


def test_without_a_manifest_it_says_what_to_run(monkeypatch, tmp_path):
    monkeypatch.setattr(project, "MANIFEST", tmp_path / "manifest.json")
    project.manifest.cache_clear()
    try:
        with pytest.raises(OperatorError, match="run `make manifest`"):
            project.manifest()
    finally:
        project.manifest.cache_clear()


def test_set_up_makes_the_manifest_and_leaves_nothing_else(monkeypatch, tmp_path):
    copied = Path(shutil.copytree(project.PROJECT, tmp_path / "project", ignore=shutil.ignore_patterns("target")))
    before = {path.name for path in copied.iterdir()}
    monkeypatch.setattr(project, "PROJECT", copied)
    monkeypatch.setattr(project, "MANIFEST", copied / "target" / "manifest.json")
    project.prepare()
    assert {path.name for path in copied.iterdir()} == before | {"target"}
    made = json.loads((copied / "target" / "manifest.json").read_text(encoding="utf-8"))
    assert made["nodes"].keys() == project.manifest()["nodes"].keys()
    (copied / "models" / "marts" / "broken.sql").write_text("select * from {{ ref('nowhere') }}")
    with pytest.raises(OperatorError, match="nowhere"):
        project.prepare()
