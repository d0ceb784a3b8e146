"""A home belongs to one season with one seed; every refusal is one line and changes nothing."""

import json
import re
from pathlib import Path

import pytest
from warehouse.processes import started

from assets.errors import OperatorError
from assets.season import Season
from orchestration.resources.home import Home

SEED = "a secret that is told to nobody"


def season(name: str = "tiny", seed: str = SEED) -> Season:
    player = {"name": "ada", "model": "house/player", "skills": {}}
    return Season.model_validate({"name": name, "seed": seed, "contestants": [player]})


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "deep" / "home")


def contents(root: Path) -> dict[str, bytes | None]:
    return {str(path): path.read_bytes() if path.is_file() else None for path in root.rglob("*")}


def refused(home: Home, claimant: Season, message: str) -> None:
    before = contents(home.root)
    with pytest.raises(OperatorError, match=message) as caught:
        home.claim(claimant)
    assert str(home.root) in str(caught.value)
    assert "set DUELS_HOME to another directory" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert contents(home.root) == before


def test_a_season_may_claim_its_home_again(home):
    home.claim(season())
    (home.root / "journal").mkdir()
    before = contents(home.root)
    home.claim(season())
    assert contents(home.root) == before
    assert [path.name for path in home.root.iterdir() if path.is_file()] == ["home.json"]


def test_another_season_is_refused(home):
    home.claim(season())
    refused(home, season(name="late"), "holds season 'tiny', not 'late'; play that season or")


def test_the_same_season_with_another_seed_is_refused(home):
    home.claim(season())
    refused(home, season(seed="another"), "holds season 'tiny' with another seed; restore its seed or")


def test_the_marker_does_not_tell_the_seed(home):
    home.claim(season())
    assert SEED not in (home.root / "home.json").read_text()


def test_a_home_of_a_newer_version_is_refused(home):
    home.claim(season())
    marker = home.root / "home.json"
    marker.write_text(json.dumps({**json.loads(marker.read_text()), "format": 2, "shards": 4}))
    refused(home, season(), "written by a newer version .* update Environment Duels or")


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"format": 1}', '{"format": "1", "season": "tiny"}', "\udcff"])
def test_a_damaged_marker_is_refused(home, damaged):
    home.claim(season())
    (home.root / "home.json").write_bytes(damaged.encode(errors="surrogateescape"))
    refused(home, season(), r"home\.json can't be read as a home's marker; restore it or")


@pytest.mark.parametrize("result", ["warehouse.duckdb", "duels.duckdb", "journal"])
def test_results_without_a_marker_are_refused(home, result):
    home.claim(season())
    (home.root / "home.json").unlink()
    (home.root / result).mkdir()
    refused(home, season(), rf"holds {re.escape(result)} but no home\.json that says whose they are; put the file back")


def test_a_file_where_the_home_should_be_is_refused(tmp_path):
    (tmp_path / "file").write_text("mine")
    for root in (tmp_path / "file", tmp_path / "file" / "home"):
        refused(Home(root), season(), "can't be written")
    assert contents(tmp_path) == {str(tmp_path / "file"): b"mine"}


def test_a_directory_that_cannot_be_written_is_refused():
    # Not even root may write here.
    refused(Home(Path("/proc/nowhere")), season(), "can't be written")


CLAIM = """
import sys
from pathlib import Path
from assets.errors import OperatorError
from assets.season import Season
from orchestration.resources.home import Home

folder, name = Path(sys.argv[1]), sys.argv[2]
player = {"name": "ada", "model": "house/player", "skills": {}}
season = Season.model_validate({"name": name, "seed": "s", "contestants": [player]})
print("ready", flush=True)
sys.stdin.readline()
for number in range(40):
    home = Home(folder / str(number))
    try:
        home.claim(season)
        home.journal.mkdir(exist_ok=True)
        print(number, "ours")
    except OperatorError as error:
        print(number, error)
"""


def race(folder: Path, first: str, second: str) -> list[list[str]]:
    """What two processes are told that claim the same forty homes at the same time."""
    with started(CLAIM, folder, first) as one, started(CLAIM, folder, second) as other:
        for process in (one, other):
            assert process.stdout.readline() == "ready\n"
        for process in (one, other):
            process.stdin.write("\n")
            process.stdin.flush()
        return [process.communicate()[0].splitlines() for process in (one, other)]


def test_of_two_seasons_that_claim_at_once_one_gets_the_home(tmp_path):
    told = race(tmp_path, "tiny", "late")
    for number, lines in enumerate(zip(*told, strict=True)):
        owner = json.loads((tmp_path / str(number) / "home.json").read_text())["season"]
        winner, loser = lines if owner == "tiny" else reversed(lines)
        assert winner == f"{number} ours"
        assert f"holds season '{owner}', not" in loser
    assert list(tmp_path.rglob(".home-*")) == []


def test_one_season_may_claim_twice_at_once(tmp_path):
    assert race(tmp_path, "tiny", "tiny") == [[f"{number} ours" for number in range(40)]] * 2


def test_the_environment_names_the_home(monkeypatch, tmp_path):
    monkeypatch.setenv("DUELS_HOME", "~/duels")
    assert Home.from_environment().root == Path.home() / "duels"
    monkeypatch.setenv("DUELS_HOME", "here")
    monkeypatch.chdir(tmp_path)
    assert Home.from_environment().root == tmp_path / "here"
    monkeypatch.delenv("DUELS_HOME")
    assert Home.from_environment().root == Path(__file__).parents[1] / ".duels"
