"""The checks as Dagster runs them: what they stop, what they say, and what they cost those who don't run them."""

import subprocess
import sys

import dagster as dg
import polars as pl
import pytest

from assets.catalog import POOL
from assets.partitions import WEEKS
from assets.tables import TABLES
from checks.conftest import CHECKS_OF, RunChecks
from checks.made_week import WEEK, Frames
from orchestration.checks.reading import LONGEST, read_short
from orchestration.resources.warehouse import Warehouse
from orchestration.resources.warehouse.partition import insert
from orchestration.resources.warehouse.verdicts import objection


def python(code: str) -> str:
    """What a fresh interpreter prints; its warnings are errors."""
    command = [sys.executable, "-W", "error", "-W", "ignore::DeprecationWarning", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout.strip()


def test_a_failed_check_stops_what_is_downstream_and_says_which_rows_failed(
    week: Frames, warehouse: Warehouse, resources: dict[str, object]
) -> None:
    broken = week["contestants"].with_columns(contestant=pl.lit("x" * 300))

    @dg.asset(name="contestants", partitions_def=WEEKS)
    def upstream() -> pl.DataFrame:
        return broken

    @dg.asset(name="authored_environments", partitions_def=WEEKS)
    def downstream(contestants: pl.DataFrame) -> pl.DataFrame:
        return week["authored_environments"]

    definitions = [upstream, CHECKS_OF["contestants"], downstream, CHECKS_OF["authored_environments"]]
    result = dg.materialize(definitions, resources=resources, partition_key=str(WEEK), raise_on_error=False)
    assert not result.success
    assert [event.asset_key.path[-1] for event in result.get_asset_materialization_events()] == ["contestants"]
    found = {evaluation.check_name: evaluation for evaluation in result.get_asset_check_evaluations()}
    assert {name for name, evaluation in found.items() if not evaluation.passed} == {"keys_unique", "season_takes_part"}
    failed = found["keys_unique"]
    assert failed.severity == dg.AssetCheckSeverity.ERROR
    assert failed.partition == str(WEEK)
    assert failed.metadata["failed_rows"].value == 3
    assert "| not the only row with this key |" in failed.metadata["rows"].value
    assert max(map(len, failed.metadata["rows"].value.splitlines())) < 120
    with warehouse.connect(read_only=True) as connection:
        refused = objection(connection, "contestants", WEEK)
    assert refused is not None
    assert "No two rows have the same contestant. Not so:" in refused
    assert "\n" not in refused


def test_a_missing_pair_is_named_and_stops_nobody(week: Frames, run_checks: RunChecks, warehouse: Warehouse) -> None:
    attempts = week["solve_attempts"]
    fault = {"status": "incomplete", "stop_reason": "provider_error", "success": None}
    [first, *_] = attempts.iter_rows(named=True)
    failed = pl.col("attempt_id") == first["attempt_id"]
    broken = attempts.with_columns(
        pl.when(failed).then(pl.lit(value, attempts.schema[name])).otherwise(name).alias(name)
        for name, value in fault.items()
    )
    found = run_checks("solve_attempts", {**week, "solve_attempts": broken})
    assert [name for name, evaluation in found.items() if not evaluation.passed] == ["matched_pairs_complete"]
    evaluation = found["matched_pairs_complete"]
    assert evaluation.severity == dg.AssetCheckSeverity.WARN
    assert evaluation.metadata["failed_rows"].value == 1
    assert f"{first['condition']}: provider_error" in evaluation.metadata["rows"].value
    with warehouse.connect(read_only=True) as connection:
        assert objection(connection, "solve_attempts", WEEK) is None
        [told] = connection.execute("SELECT detail FROM duels.quality_checks WHERE NOT passed").fetchone() or [""]
    assert all(str(first[name]) in told for name in ("environment_id", "solver", "seed"))


def test_a_verdict_names_three_rows_and_counts_the_others(
    week: Frames, run_checks: RunChecks, warehouse: Warehouse
) -> None:
    chosen = week["training_curriculum"]
    found = run_checks(
        "training_curriculum",
        {**week, "training_curriculum": chosen.with_columns(pl.lit(2, pl.Int32).alias("hint_level"))},
    )
    assert found["values_allowed"].metadata["failed_rows"].value == chosen.height
    with warehouse.connect(read_only=True) as connection:
        [told] = connection.execute("SELECT detail FROM duels.quality_checks WHERE NOT passed").fetchone() or [""]
    assert told.endswith(f"; and {chosen.height - 3} more")


@pytest.mark.parametrize("table", TABLES)
def test_every_table_has_a_blocking_partitioned_step_of_checks(table: str) -> None:
    checks = CHECKS_OF[table]
    assert {spec.asset_key.path[-1] for spec in checks.check_specs} == {table}
    assert {spec.partitions_def for spec in checks.check_specs} == {WEEKS}
    warning = {spec.name for spec in checks.check_specs if not spec.blocking}
    assert warning <= {"matched_pairs_complete", "every_cost_known"}
    assert all(spec.description for spec in checks.check_specs)
    assert checks.node_def.pool == POOL  # type: ignore[attr-defined]


def test_long_texts_are_read_short(week: Frames, warehouse: Warehouse) -> None:
    frame = week["authored_environments"]
    with warehouse.connect() as connection:
        insert(connection, TABLES["authored_environments"], frame)
        read = read_short(connection, TABLES["authored_environments"], WEEK)
    assert read.schema == frame.schema
    texts = ["source", "drafts"]
    assert read.drop(texts).equals(frame.drop(texts))
    assert read["source"].to_list() == [source and source[:LONGEST] for source in frame["source"]]
    drafts = zip(read["drafts"], frame["drafts"], strict=True)
    for short, whole in drafts:
        assert list(short) == [{**draft, "completion": draft["completion"][:LONGEST]} for draft in whole]


def test_importing_the_checks_does_not_import_great_expectations() -> None:
    assert python("import sys, orchestration.checks; print('great_expectations' in sys.modules)") == "False"


def test_great_expectations_prints_nothing_reaches_for_no_network_and_sends_no_analytics() -> None:
    code = (
        "import os, sys\n"
        "reached = []\n"
        "calls = ('socket.connect', 'socket.getaddrinfo', 'socket.sendto')\n"
        "sys.addaudithook(lambda event, args: event in calls and reached.append(args))\n"
        "import polars as pl\n"
        "from orchestration.checks.expectations import Expectation, failing_rows\n"
        "given = Expectation('expect_column_values_to_not_be_null', ['share'], {'column': 'share'}, 'null')\n"
        "rows = failing_rows(pl.DataFrame({'share': [None, 0.5]}), ['share'], [given])\n"
        "print(rows.height, reached, os.environ['GX_ANALYTICS_ENABLED'])\n"
    )
    assert python(code) == "1 [] false"
