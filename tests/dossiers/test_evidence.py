"""Evidence as it is read from the warehouse through dbt's views, against the tables it must come from."""

import polars as pl
import pytest
from checks.made_week import REJECTED, SEASON, WEEK
from marts.conftest import Built, build, dbt, four_weeks, one_week  # noqa: F401 - fixtures
from marts.made_seasons import FAULTY_WEEK, WEEKS, WITHDRAWN

from assets.dossiers.dossier import dossier
from assets.dossiers.evidence import Evidence, read_evidence
from assets.errors import OperatorError
from assets.tables import SOLVE_ATTEMPTS
from orchestration.resources.warehouse import Warehouse, WarehouseMarts


def read(built: Built, weeks) -> Evidence:
    return read_evidence(WarehouseMarts(Warehouse(built.path, SEASON.name)), weeks)


def test_it_holds_the_weeks_it_was_asked_for_and_no_later_one(four_weeks: Built):  # noqa: F811
    evidence = read(four_weeks, WEEKS[:3])
    assert evidence.environments.get_column("week").unique().sort().to_list() == WEEKS[:3]
    assert evidence.by_solver.get_column("week").unique().sort().to_list() == WEEKS[1:3]
    later = str(WEEKS[3])
    for author in ("ada", "bob"):
        text = dossier(author, public=True, evidence=evidence, tokens=32_000)
        assert text is not None
        assert str(WEEKS[2]) in text
        assert later not in text


def test_a_week_between_that_is_left_out_is_not_told(four_weeks: Built):  # noqa: F811
    evidence = read(four_weeks, [WEEKS[0], WEEKS[2]])
    text = dossier("ada", public=True, evidence=evidence, tokens=32_000)
    assert text is not None
    assert str(WEEKS[1]) not in text


def test_shares_by_player_are_those_of_the_attempts(four_weeks: Built):  # noqa: F811
    attempts = four_weeks.table(SOLVE_ATTEMPTS).filter(
        pl.col("week") == WEEKS[0], ~pl.col("self_play"), pl.col("success").is_not_null()
    )
    evidence = read(four_weeks, WEEKS[:1])
    assert evidence.by_solver.height == attempts.select("environment_id", "solver").n_unique()
    for row in evidence.by_solver.iter_rows(named=True):
        own = attempts.filter(pl.col("environment_id") == row["environment_id"], pl.col("solver") == row["solver"])
        unaided = own.filter(pl.col("condition") == "without_hint")
        hinted = own.filter(pl.col("condition") == "with_hint")
        assert row["unaided_share"] == pytest.approx(unaided.get_column("success").mean())
        assert row["hinted_share"] == pytest.approx(hinted.get_column("success").mean())
        assert row["mean_turns"] == pytest.approx(unaided.get_column("turns").mean())


def test_a_win_is_one_that_happened_unaided(four_weeks: Built):  # noqa: F811
    evidence = read(four_weeks, WEEKS[:2])
    attempts = four_weeks.table(SOLVE_ATTEMPTS).filter(
        ~pl.col("self_play"), pl.col("success"), pl.col("condition") == "without_hint"
    )
    beaten = attempts.filter(pl.col("week").is_in(WEEKS[:2])).get_column("environment_id").unique()
    assert evidence.wins.keys() == set(beaten.to_list())
    for name, win in evidence.wins.items():
        wins = attempts.filter(pl.col("environment_id") == name)
        assert win.solver in wins.get_column("solver").to_list()
        assert win.turns == wins.get_column("turns").min()
        assert win.actions == ("1",)


def test_findings_are_the_gates_that_failed(one_week: Built):  # noqa: F811
    evidence = read(one_week, [WEEK])
    assert (REJECTED, "novel", "as found") in evidence.findings.rows()
    assert evidence.findings.get_column("check_name").unique().sort().to_list() == ["novel", "parses"]


def test_the_best_are_played_and_kept_their_contract(four_weeks: Built):  # noqa: F811
    evidence = read(four_weeks, WEEKS[:3])
    played = evidence.environments.filter(
        pl.col("week") == FAULTY_WEEK, pl.col("admitted"), ~pl.col("withdrawn"), pl.col("pairs") > 0
    )
    for exhibit, column in zip(evidence.exhibits, ("hint_gain", "discrimination"), strict=True):
        assert exhibit.value == played.get_column(column).max()
        assert exhibit.environment_id != WITHDRAWN
        assert f"# {exhibit.environment_id}\n" in exhibit.source


def test_a_warehouse_without_views_says_how_to_make_them(tmp_path):
    warehouse = Warehouse(tmp_path / "w.duckdb", SEASON.name)
    with warehouse.connect():
        pass
    with pytest.raises(OperatorError, match=f"run the week again, .*: duels tournament --week {WEEK}"):
        read_evidence(WarehouseMarts(warehouse), [WEEK])
