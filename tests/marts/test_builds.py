"""dbt builds every view and passes every test, whatever the weeks were like."""

import pytest
import yaml

from assets.tables import TABLES
from marts.conftest import Build
from marts.dbt_runs import PASSED
from marts.made_seasons import SCENARIOS
from orchestration.dbt.project import PROJECT

MARTS = sorted(path.stem for path in (PROJECT / "models" / "marts").glob("*.sql"))
TESTS = sorted(path.stem for path in (PROJECT / "tests").glob("*.sql"))
PROPERTIES = sorted((PROJECT / "models").rglob("*.yml"))


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_view_is_built_and_every_test_passes(name: str, build: Build) -> None:
    results = build(name).results
    assert {node: result.message for node, result in results.items() if result.status not in PASSED} == {}
    assert {*MARTS, *TESTS, "stg_turns", *(f"stg_{table}" for table in TABLES)} <= results.keys()


@pytest.mark.parametrize("mart", MARTS)
def test_a_mart_has_rows_only_where_something_was_played(mart: str, build: Build) -> None:
    assert build("nothing").rows(f"from {mart}").is_empty()
    assert not build("one_week").rows(f"from {mart}").is_empty()
    unplayed = {"hint_uplift", "environment_by_solver"}
    assert build("nobody_admitted").rows(f"from {mart}").is_empty() is (mart in unplayed)


@pytest.mark.parametrize("path", PROPERTIES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_columns_are_described_with_their_types_in_the_views_order(path, four_weeks) -> None:
    for model in yaml.safe_load(path.read_text(encoding="utf-8"))["models"]:
        described = [(column["name"], column["data_type"].replace('"', "")) for column in model["columns"]]
        found = four_weeks.rows(f"select column_name, column_type from (describe {model['name']})")
        assert described == [(name, kind.replace('"', "")) for name, kind in found.rows()], model["name"]


def test_shares_lie_within_their_bounds_where_there_is_something_to_share(four_weeks) -> None:
    assert four_weeks.rows("select distinct solved_share is null, pairs = 0 from head_to_head").rows() == [
        (False, False)
    ]


def test_cells_of_those_who_never_met_are_blank(build: Build) -> None:
    cells = build("nobody_admitted").rows("from head_to_head")
    assert set(cells["pairs"]) == {0}
    shares = [name for name in cells.columns if "share" in name or name == "hint_gain"]
    assert len(shares) == 10
    assert cells.select(shares).null_count().row(0) == (cells.height,) * 10
