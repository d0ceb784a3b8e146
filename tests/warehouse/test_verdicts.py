"""A step builds only on what has been checked and passed, also when it is materialized alone."""

import dagster as dg
import pytest

from orchestration.resources.warehouse.verdicts import objection, write_verdicts
from warehouse.made_rows import BAD, GOOD, LAST_WEEK, ODD, WEEK, contestants, store
from warehouse.runs import load, materialize

UNCHECKED = "contestants of 2026-11-30 has not been checked yet; materialize it together with its checks first"


@pytest.mark.parametrize(
    ("verdicts", "refusal"),
    [
        ([GOOD], None),
        ([GOOD, ODD], None),
        ([], UNCHECKED),
        ([ODD], UNCHECKED),
        (
            [GOOD, BAD],
            "contestants of 2026-11-30 did not pass its check known_author: authors take part in the week: eve; "
            "mend it and materialize it again",
        ),
    ],
)
def test_a_step_materialized_alone_looks_for_itself(resources, warehouse, verdicts, refusal):
    store(warehouse, "contestants", contestants("ada"), *verdicts)
    if refusal is None:
        assert load(resources).equals(contestants("ada"))
    else:
        with pytest.raises(dg.Failure) as caught:
            load(resources)
        assert caught.value.description == refusal


def test_every_failed_check_is_named(warehouse):
    with warehouse.connect() as connection:
        write_verdicts(connection, "rankings", WEEK, [BAD, GOOD, type(BAD)("bounds", True, False, 1, "value ≤ 1")])
        found = objection(connection, "rankings", WEEK)
    assert found is not None
    assert "did not pass 2 of its checks, bounds: value ≤ 1; known_author: authors" in found


def test_a_verdict_is_on_one_week_of_one_table(resources, warehouse):
    store(warehouse, "contestants", contestants("ada"), BAD)
    store(warehouse, "contestants", contestants("bob", week=LAST_WEEK), GOOD, week=LAST_WEEK)
    with warehouse.connect() as connection:
        write_verdicts(connection, "rankings", WEEK, [GOOD])
        assert objection(connection, "rankings", WEEK) is None
    assert load(resources, week=LAST_WEEK).equals(contestants("bob", week=LAST_WEEK))
    with pytest.raises(dg.Failure, match="did not pass"):
        load(resources)


def test_a_new_verdict_replaces_the_former_ones(warehouse):
    with warehouse.connect() as connection:
        write_verdicts(connection, "contestants", WEEK, [BAD, GOOD])
        write_verdicts(connection, "contestants", WEEK, [GOOD])
        assert objection(connection, "contestants", WEEK) is None
        write_verdicts(connection, "contestants", WEEK, [])
        assert objection(connection, "contestants", WEEK) == UNCHECKED


def test_materializing_a_week_again_forgets_what_was_found_about_it_and_nothing_else(resources, warehouse):
    store(warehouse, "contestants", contestants("ada"), GOOD)
    store(warehouse, "contestants", contestants("bob", week=LAST_WEEK), GOOD, week=LAST_WEEK)
    materialize(resources, contestants("ada", "eve"))
    with pytest.raises(dg.Failure, match=UNCHECKED):
        load(resources)
    assert load(resources, week=LAST_WEEK).height == 1


def test_a_failed_materialization_keeps_the_former_rows_and_their_verdict(resources, warehouse):
    store(warehouse, "contestants", contestants("ada"), GOOD)
    with pytest.raises(dg.Failure, match="was not stored"):
        materialize(resources, contestants("eve").drop("model"))
    assert load(resources).equals(contestants("ada"))
