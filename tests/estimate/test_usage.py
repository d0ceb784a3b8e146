"""What the last played week took is read from the published results, those of this season only."""

from pathlib import Path

from warehouse.made_rows import WEEK

from estimate.seasons import tiny
from orchestration.resources.home import Home
from orchestration.resources.warehouse import Warehouse, publish
from orchestration.usage import Usage, read_played_usage


def test_the_last_weeks_means_without_what_was_broken_off(home):
    season = tiny()
    played = read_played_usage(home.snapshot, season)
    assert played.week == WEEK
    assert played.mean(season.entry("priced"), "attempt") == Usage(3.5, 350, 35)
    assert played.mean(season.entry("priced"), "slot") == Usage(1.5, 1_500, 750)
    assert played.mean(season.entry("ada"), "attempt") == Usage(8, 800, 80)


def test_a_newcomer_is_taken_for_one_of_its_kind(home):
    played = read_played_usage(home.snapshot, tiny())
    newcomer = tiny().entry("unpriced")
    assert played.mean(newcomer, "attempt") == Usage(3.5, 350, 35)
    assert played.mean(newcomer, "slot") == Usage(1.5, 1_500, 750)


def test_another_seasons_home_says_nothing(home):
    assert read_played_usage(home.snapshot, tiny(name="another")) is None


def test_a_home_without_results_says_nothing(tmp_path: Path):
    assert read_played_usage(Home(tmp_path / "nothing").snapshot, tiny()) is None
    empty = Warehouse(tmp_path / "warehouse.duckdb", "tiny")
    publish(empty, tmp_path / "duels.duckdb")
    assert read_played_usage(Home(tmp_path).snapshot, tiny()) is None
    assert not (tmp_path / "nothing").exists()
