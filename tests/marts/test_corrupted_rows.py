"""Whatever is wrong with a row is caught by the dbt tests that are named for it, and by no others."""

import shutil
from collections.abc import Iterator

import duckdb
import pytest

from marts.conftest import Built
from marts.corruptions import CORRUPTIONS
from marts.dbt_runs import PASSED, Dbt
from orchestration.dbt.project import PROJECT


@pytest.fixture(scope="module")
def connection(four_weeks: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    """A copy of the four weeks, to be spoilt and left as it was."""
    copy = tmp_path_factory.mktemp("spoilt") / "warehouse.duckdb"
    shutil.copy(four_weeks.path, copy)
    with duckdb.connect(copy) as opened:
        opened.execute("SET search_path = 'duels'")
        yield opened


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_a_corrupted_row_is_found_by_the_tests_named_for_it(
    name: str, four_weeks: Built, connection: duckdb.DuckDBPyConnection
) -> None:
    """The queries that dbt ran on the four weeks as they were, where each passed."""
    corruption = CORRUPTIONS[name]
    connection.execute("BEGIN")
    [(changed,)] = connection.execute(corruption.statement).fetchall() or [(1,)]
    assert changed
    found = {
        test: connection.execute(f"SELECT count(*) FROM ({four_weeks.results[test].query})").fetchone()
        for test in corruption.caught_by
    }
    connection.execute("ROLLBACK")
    assert [test for test, rows in found.items() if rows == (0,)] == []


def test_dbt_names_the_failed_tests_and_no_others(dbt: Dbt, four_weeks: Built) -> None:
    """All corruptions in one warehouse, so that one process of dbt is enough."""
    with dbt.alone():
        shutil.copy(four_weeks.path, dbt.path)
        with duckdb.connect(dbt.path) as spoilt:
            spoilt.execute("SET search_path = 'duels'")
            for corruption in CORRUPTIONS.values():
                spoilt.execute(corruption.statement)
        results = dbt.run("test")
        dbt.path.unlink()
    failed = {name: result.status for name, result in results.items() if result.status not in PASSED}
    assert failed == dict.fromkeys(frozenset().union(*(c.caught_by for c in CORRUPTIONS.values())), "fail")


def test_every_identity_is_seen_to_fail() -> None:
    identities = {path.stem for path in (PROJECT / "tests").glob("*.sql")}
    assert identities <= frozenset().union(*(corruption.caught_by for corruption in CORRUPTIONS.values()))
