"""The definitions: what Dagster is told, how fast it loads, and the schedule and sensor on top."""

import datetime
import subprocess
import sys
from pathlib import Path

import dagster as dg
import pytest

from assets.partitions import WEEKS
from assets.progress import Unwatched
from assets.tables import TABLES
from assets.weeks import running_week
from orchestration.jobs import weekly_tournament
from orchestration.resources.home import Home
from orchestration.sensors import failed_run_summary, summary
from orchestration.wiring import build_definitions
from tournament.small import WEEK

UPSTREAM = {
    "contestants": set(),
    "dossiers": {"contestants", "week_results"},
    "authored_environments": {"dossiers"},
    "environment_probes": {"authored_environments"},
    "hint_validations": {"authored_environments", "week_results"},
    "solve_attempts": {"contestants", "authored_environments", "hint_validations"},
    "pairwise_outcomes": {"contestants", "solve_attempts"},
    "duel_results": {"contestants", "solve_attempts"},
    "rankings": {"contestants", "solve_attempts", "pairwise_outcomes", "duel_results", "week_results"},
    "board_correlations": {"contestants", "solve_attempts", "duel_results", "rankings", "week_results"},
    "season_trends": {"rankings", "week_results"},
    "dossier_effects": {
        "contestants",
        "dossiers",
        "hint_validations",
        "solve_attempts",
        "rankings",
        "week_results",
    },
    "environment_designs": {"authored_environments", "hint_validations", "week_results"},
    "design_convergence": {"authored_environments", "hint_validations", "environment_designs", "week_results"},
    "training_curriculum": {"authored_environments", "hint_validations", "solve_attempts", "rankings"},
}


@pytest.fixture(scope="module")
def definitions(season, tmp_path_factory) -> dg.Definitions:
    home = Home(tmp_path_factory.mktemp("defined"))
    home.claim(season)
    return build_definitions(home, season, Unwatched())


def node(definitions: dg.Definitions, table: str):
    return definitions.resolve_asset_graph().get(dg.AssetKey(table))


@pytest.mark.parametrize("table", TABLES)
def test_every_table_is_an_asset_that_tells_its_story(definitions, table):
    asset = node(definitions, table)
    assert {key.to_user_string() for key in asset.parent_keys} == UPSTREAM[table]
    assert asset.partitions_def == WEEKS
    assert asset.group_name == "tournament"
    assert asset.owners == ["team:environment-duels"]
    assert {"duckdb", "polars"} <= asset.kinds
    assert asset.tags["step"] == table
    assert asset.description == TABLES[table].description
    columns = asset.metadata["dagster/column_schema"].columns
    assert [(c.name, c.type) for c in columns] == [(c.name, c.sql_type) for c in TABLES[table].columns]
    assert all(column.description for column in columns)


@pytest.mark.parametrize("asset", [*TABLES, "training_exports", "tournament_report"])
def test_every_step_leads_to_its_code_and_to_the_protocol(definitions, asset):
    metadata = node(definitions, asset).metadata
    code, protocol = metadata["dagster/code_references"].code_references
    lines = Path(code.file_path).read_text(encoding="utf-8").splitlines()
    assert lines[code.line_number - 1].startswith(f"def {asset}(")
    heading = Path(protocol.file_path).read_text(encoding="utf-8").splitlines()[protocol.line_number - 1]
    assert protocol.label == f"docs/protocol.md: {heading.removeprefix('## ')}"
    assert metadata["protocol"].value.startswith(heading)


def test_every_view_leads_to_its_sql(definitions):
    graph = definitions.resolve_asset_graph()
    views = [key for key in graph.get_all_asset_keys() if "dbt" in graph.get(key).kinds]
    assert len(views) > 20
    for view in views:
        [code, *_] = graph.get(view).metadata["dagster/code_references"].code_references
        assert Path(code.file_path).name == f"{view.to_user_string()}.sql"
        assert Path(code.file_path).is_file()


@pytest.mark.parametrize("table", TABLES)
def test_every_table_has_blocking_checks(definitions, table):
    graph = definitions.resolve_asset_graph()
    checks = [check for check in graph.asset_check_keys if check.asset_key == dg.AssetKey(table)]
    assert len(checks) >= 3
    assert any(graph.get(check).blocking for check in checks)


def test_contestants_fan_out_with_retries(definitions):
    job = definitions.resolve_job_def(weekly_tournament.name)
    asset_lists = {"authored_environments": "list_authors", "solve_attempts": "list_solvers"}
    for asset, op in (("authored_environments", "write_environments"), ("solve_attempts", "play_solver")):
        graph = job.graph.node_named(asset).definition
        assert graph.node_named(op).definition.retry_policy.max_retries == 2
        assert graph.node_named(asset_lists[asset]).definition.output_defs[0].is_dynamic


def test_the_schedule_plays_the_week_that_begins_that_day(definitions):
    every_monday = definitions.resolve_schedule_def("every_monday")
    monday = datetime.datetime(2026, 11, 30, 6, tzinfo=datetime.UTC)
    tick = dg.build_schedule_context(scheduled_execution_time=monday)
    [request] = every_monday.evaluate_tick(tick).run_requests
    assert request.partition_key == "2026-11-30"
    assert every_monday.cron_schedule == "0 6 * * 1"
    assert every_monday.execution_timezone == "UTC"
    assert every_monday.default_status == dg.DefaultScheduleStatus.STOPPED


def test_the_running_week_is_the_last_partition():
    assert WEEKS.get_last_partition_key() == running_week().isoformat()
    assert not WEEKS.has_partition_key((running_week() + datetime.timedelta(days=1)).isoformat())
    assert not WEEKS.has_partition_key((running_week() + datetime.timedelta(days=7)).isoformat())


def test_a_failed_run_is_summed_up_in_one_line(capfd):
    @dg.op
    def breaks() -> None:
        raise dg.Failure("the provider of ada\nis down", allow_retries=False)

    @dg.job
    def week() -> None:
        breaks()

    with dg.DagsterInstance.ephemeral() as instance:
        result = week.execute_in_process(
            instance=instance, raise_on_error=False, tags={"dagster/partition": WEEK.isoformat()}
        )
        context = dg.build_run_status_sensor_context(
            sensor_name="failed_run_summary",
            dagster_event=result.get_run_failure_event(),
            dagster_instance=instance,
            dagster_run=result.dagster_run,
        ).for_run_failure()
        failed_run_summary(context)
    [line] = [line for line in capfd.readouterr().err.splitlines() if "finished is kept" in line]
    assert "week of 2026-11-30 failed in breaks: " in line
    assert "failed in breaks: the provider of ada is down · run " in line


def test_a_summary_without_steps_is_still_a_sentence():
    assert summary("weekly_tournament", None, "0123456789", [], "killed").startswith(
        "weekly_tournament of no week failed: killed · run 01234567 · "
    )


LOAD = """
import sys, time
import orchestration.definitions
heavy = {"litellm", "great_expectations", "pandas", "altair", "vl_convert", "great_tables", "dbt.cli", "dbt.parser"}
print(time.process_time(), *sorted(heavy & sys.modules.keys()))
"""


def test_definitions_load_fast_and_import_nothing_heavy(season_file, tmp_path):
    loaded = subprocess.run(
        [sys.executable, "-c", LOAD],
        env={"DUELS_HOME": str(tmp_path), "DUELS_SEASON": str(season_file), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, *heavy = loaded.stdout.split()
    assert heavy == []
    # Of which dagster-dbt takes half.
    assert float(seconds) < 12
    assert loaded.stderr == ""
