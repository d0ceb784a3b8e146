"""A warehouse kept open from visit to visit: the same promises, and other processes wait until it is released."""

import duckdb
import pytest

from assets.errors import OperatorError
from warehouse.made_rows import contestants, store
from warehouse.processes import can_write


def count(warehouse) -> int:
    with warehouse.connect(read_only=True) as connection:
        [(rows,)] = connection.execute("SELECT count(*) FROM duels.contestants").fetchall()
    return rows


def test_others_wait_from_the_first_visit_to_the_end(warehouse):
    store(warehouse, "contestants", contestants("ada"))
    with warehouse.kept_open():
        assert can_write(warehouse.path)
        assert count(warehouse) == 1
        assert not can_write(warehouse.path)
    assert can_write(warehouse.path)


def test_it_can_be_released_in_between_and_the_next_visit_takes_it_again(warehouse):
    store(warehouse, "contestants", contestants("ada"))
    with warehouse.kept_open():
        assert count(warehouse) == 1
        warehouse.release()
        assert can_write(warehouse.path)
        assert count(warehouse) == 1
        assert not can_write(warehouse.path)


def test_a_visit_still_is_one_transaction_and_an_exception_takes_it_back_and_frees_the_file(warehouse):
    store(warehouse, "contestants", contestants("ada"))
    with warehouse.kept_open():
        with pytest.raises(duckdb.CatalogException), warehouse.connect() as connection:
            connection.execute("DELETE FROM duels.contestants; DELETE FROM duels.nowhere")
        assert can_write(warehouse.path)
        with warehouse.connect() as connection:
            connection.execute("DELETE FROM duels.contestants")
        assert count(warehouse) == 0
    assert count(warehouse) == 0


def test_a_reader_still_changes_nothing(warehouse):
    store(warehouse, "contestants", contestants("ada"))
    with warehouse.kept_open():
        with pytest.raises(duckdb.Error, match="read-only"), warehouse.connect(read_only=True) as connection:
            connection.execute("DELETE FROM duels.contestants")
        assert count(warehouse) == 1


def test_a_file_that_is_no_warehouse_is_refused_as_ever(warehouse):
    with duckdb.connect(warehouse.path) as connection:
        connection.execute("CREATE TABLE mine (a INTEGER)")
    with warehouse.kept_open():
        with pytest.raises(OperatorError), warehouse.connect():
            pass
        assert can_write(warehouse.path)
