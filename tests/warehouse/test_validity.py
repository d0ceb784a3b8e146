"""Validity: a partition is valid while its checks and those of all that it rests on have passed."""

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.tables import TABLES
from orchestration.resources.warehouse import layout
from orchestration.resources.warehouse.validity import DERIVED_FROM, valid_partitions
from orchestration.resources.warehouse.verdicts import write_verdicts
from warehouse.made_rows import BAD, GOOD, ODD, SEASON, WEEK


def test_every_reference_leads_to_a_table_that_the_table_is_derived_from():
    assert DERIVED_FROM.keys() == TABLES.keys()
    for table in TABLES.values():
        behind = set(DERIVED_FROM[table.name])
        for source in list(behind):
            behind |= set(DERIVED_FROM[source])
        assert {key.parent for key in table.foreign_keys} <= behind


@pytest.fixture(scope="module")
def empty():
    """The layout in memory, so that hypothesis need not wait for a disk."""
    with duckdb.connect() as connection:
        layout.create(connection, SEASON)
        yield connection


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(list(TABLES)), st.sampled_from([GOOD, BAD, ODD])))
def test_a_week_of_a_table_is_valid_where_all_behind_it_passed(empty, verdicts):
    empty.begin()
    for table, verdict in verdicts.items():
        write_verdicts(empty, table, WEEK, [verdict])
    found = valid_partitions(empty)
    empty.rollback()

    def holds(table: str) -> bool:
        return verdicts.get(table) == GOOD and all(map(holds, DERIVED_FROM[table]))

    assert found == {table: [WEEK] if holds(table) else [] for table in TABLES}
