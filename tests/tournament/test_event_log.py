"""The history of runs that the command line writes is the one that Dagster's own storage reads."""

import dagster as dg
from dagster._core.storage.event_log.sqlite.sqlite_event_log import SqliteEventLogStorage

from orchestration.event_log import PooledEventLog
from orchestration.instance import environment, open_instance
from tournament.small import WEEK


def test_the_command_lines_instance_keeps_its_connections_and_closes_them(played):
    with open_instance(played) as instance:
        log = instance.event_log_storage
        assert isinstance(log, PooledEventLog)
        [run] = instance.get_runs(limit=1)
        assert instance.all_logs(run.run_id)
        [engine] = [log._engines[run.run_id]]
        assert engine.pool.checkedin() == 1
    assert log._engines == {}


def test_the_stock_storage_reads_the_same_files(played):
    with dg.DagsterInstance.from_config(environment(played)["DAGSTER_HOME"]) as instance:
        log = instance.event_log_storage
        assert type(log) is SqliteEventLogStorage
        found = instance.get_latest_materialization_event(dg.AssetKey("rankings"))
        assert found is not None
        assert found.asset_materialization.partition == str(WEEK)
        events = [entry.dagster_event_type for entry in instance.all_logs(found.run_id) if entry.is_dagster_event]
        assert events[-1] in (dg.DagsterEventType.RUN_SUCCESS, dg.DagsterEventType.LOGS_CAPTURED)
