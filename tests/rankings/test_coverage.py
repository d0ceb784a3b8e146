"""Rankings against a known truth: simulated tournaments, and the house season with its declared skills. Slow."""

import duckdb
import numpy as np
import pytest
from scipy import special, stats

from assets.progress import Unwatched
from assets.rankings.evidence import Evidence, WeekEvidence
from assets.rankings.resampling import resample
from assets.rankings.solver_boards import solver_boards
from orchestration.play import play_week
from orchestration.resources.home import Home
from orchestration.resources.seasons import find_season
from rankings.simulated import WEEK, World, covered, tournament

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

HOUSE = find_season("house")
SOLVING, DIFFICULTY = (
    np.array([getattr(entry.skills, skill) for entry in HOUSE.contestants])
    for skill in ("solving", "author_difficulty")
)


def test_the_intervals_of_abilities_authors_and_margins_cover_the_truth():
    found = covered(25)
    shares = dict(found.select("board", "covered").iter_rows())
    for board in ("solver", "author", "margin"):
        assert shares[board] >= 0.93, found
    for board in ("author_difficulty", "composite", "canonical_solve", "hint_gain", "hint_authoring"):
        assert shares[board] >= 0.90, found
    # Shrinkage by the priors and inflation by the many difficulties leave the abilities' spread as it is.
    slopes = dict(found.select("board", "slope").iter_rows())
    assert slopes["solver"] == pytest.approx(1, abs=0.05)


@pytest.fixture(scope="module")
def predicted() -> dict[str, np.ndarray]:
    """Kendall's τ of the fitted boards with the truth, in 100 simulated tournaments of the house season's size.

    Declared skills are taken as logits: solving by its logit, difficulties from 0 to 1 as 3 logits.
    """
    world = World(special.logit(SOLVING), 3 * (DIFFICULTY - 0.5), np.ones(SOLVING.size))
    taus: dict[str, list[float]] = {"solver": [], "author_difficulty": []}
    for number in range(100):
        played = tournament(world, HOUSE.environments_per_author, HOUSE.benchmark_seeds, np.random.default_rng(number))
        evidence = Evidence([WeekEvidence.of(played)])
        fitted = solver_boards(evidence, resample(evidence, 1, resamples=2))
        taus["solver"].append(stats.kendalltau(fitted.solver.value, SOLVING).statistic)
        taus["author_difficulty"].append(stats.kendalltau(fitted.author_difficulty.value, DIFFICULTY).statistic)
    return {board: np.array(found) for board, found in taus.items()}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Home:
    home = Home(tmp_path_factory.mktemp("house"))
    home.claim(HOUSE)
    assert play_week(home, HOUSE, WEEK, Unwatched()) == []
    return home


@pytest.mark.parametrize(("board", "declared"), [("solver", SOLVING), ("author_difficulty", DIFFICULTY)])
def test_the_house_seasons_declared_order_comes_out_as_the_simulation_predicts(house, predicted, board, declared):
    with duckdb.connect(house.snapshot.path, read_only=True) as connection:
        rows = connection.execute(
            "SELECT contestant, value FROM duels.rankings WHERE board = ? AND scope = 'week'", [board]
        ).fetchall()
    found = dict(rows)
    tau = stats.kendalltau([found[entry.name] for entry in HOUSE.contestants], declared).statistic
    low, high = np.quantile(predicted[board], [0.025, 0.975])
    assert low <= tau <= high
