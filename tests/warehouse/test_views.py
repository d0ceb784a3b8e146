"""Views in the warehouse: published with the tables, whatever the order they were made in, or refused with a reason."""

import duckdb
import pytest

from assets.errors import OperatorError
from orchestration.resources.warehouse import Warehouse, publish
from orchestration.resources.warehouse.validity import create_view, valid_partitions
from warehouse.made_rows import BAD, GOOD, LAST_WEEK, WEEK, contestants, store


def ask(path, query):
    with duckdb.connect(path, read_only=True) as connection:
        return connection.execute(query).fetchall()


def make(warehouse: Warehouse, *statements: str) -> None:
    with warehouse.connect() as connection:
        for statement in statements:
            connection.execute(statement)


def test_a_view_reads_what_is_published(warehouse, tmp_path):
    store(warehouse, "contestants", contestants("ada"), BAD)
    store(warehouse, "contestants", contestants("bob", week=LAST_WEEK), GOOD, week=LAST_WEEK)
    make(warehouse, "CREATE VIEW duels.names AS SELECT contestant FROM contestants")
    publish(warehouse, tmp_path / "duels.duckdb")
    assert ask(tmp_path / "warehouse.duckdb", "SELECT * FROM duels.names ORDER BY 1") == [("ada",), ("bob",)]
    assert ask(tmp_path / "duels.duckdb", "SELECT * FROM duels.names") == [("bob",)]
    assert ask(tmp_path / "duels.duckdb", "SELECT * FROM names") == [("bob",)]


def test_views_on_views_are_published_in_the_order_that_they_need(warehouse, tmp_path):
    make(
        warehouse,
        'CREATE VIEW duels."the last AS odd" AS SELECT count(*) AS n FROM contestants',
        'CREATE VIEW duels.middle AS SELECT n FROM "the last AS odd"',
        "CREATE VIEW duels.a_first AS SELECT n + 1 AS n FROM middle",
        # dbt makes a view anew while others read it.
        'CREATE OR REPLACE VIEW duels."the last AS odd" AS SELECT count(*) + 41 AS n FROM contestants',
    )
    publish(warehouse, tmp_path / "duels.duckdb")
    assert ask(tmp_path / "duels.duckdb", "SELECT n FROM duels.a_first") == [(42,)]


def test_a_view_that_reads_what_is_gone_is_named_and_the_old_snapshot_stays(warehouse, tmp_path):
    store(warehouse, "contestants", contestants("ada"), GOOD)
    publish(warehouse, tmp_path / "duels.duckdb")
    make(warehouse, "CREATE TABLE duels.mine (n INTEGER)", "CREATE VIEW duels.yours AS SELECT n FROM mine")
    with pytest.raises(OperatorError, match=r"views can't be published \(yours: .*mine.*warehouse\.duckdb"):
        publish(warehouse, tmp_path / "duels.duckdb")
    assert ask(tmp_path / "duels.duckdb", "SELECT contestant FROM duels.contestants") == [("ada",)]


def test_the_view_of_valid_partitions_says_what_the_tournament_goes_by(warehouse):
    store(warehouse, "contestants", contestants("ada"), GOOD)
    store(warehouse, "contestants", contestants("bob", week=LAST_WEEK), BAD, week=LAST_WEEK)
    with warehouse.connect() as connection:
        create_view(connection)
        found = connection.execute("SELECT table_name, week FROM duels.valid_partitions").fetchall()
        assert found == [("contestants", WEEK)]
        assert {(table, week) for table, weeks in valid_partitions(connection).items() for week in weeks} == set(found)
