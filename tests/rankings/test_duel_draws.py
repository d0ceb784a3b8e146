"""Duels in resamples: each margin is that of the environments drawn, judged by the rule of the duel."""

import math
import warnings
from itertools import combinations

import numpy as np
from hypothesis import given, settings
from made_weeks import everyone, played_week, weeks
from scipy import stats

from assets.rankings.duel_draws import duel_draws
from assets.rankings.evidence import Evidence, WeekEvidence
from assets.rankings.resampling import Resamples
from rankings.simulated import World, tournament

POINTS = {"a": 1.0, "b": -1.0, "draw": 0.0, "no_contest": np.nan}


def decided(week: WeekEvidence, resamples: Resamples, names: list[str], row: int) -> list[float]:
    """The duels of one resample: its margins, judged by the spread that the week's own environments have."""

    def cell(author: str, solver: str) -> tuple[np.ndarray, np.ndarray]:
        met = week.pairs.filter(author=author, solver=solver).group_by("environment_id", maintain_order=True)
        worth = {e: (int(p["taught"].sum()) - int(p["solved"].sum())) / p.height for (e,), p in met}
        times = [int(resamples.weights[row, resamples.place[environment]]) for environment in worth]
        u = np.array(list(worth.values()))
        return u, np.repeat(u, times)

    found = []
    for a, b in combinations(names, 2):
        (x, drawn_x), (y, drawn_y) = cell(a, b), cell(b, a)
        if not drawn_x.size or not drawn_y.size:
            found.append(np.nan)
            continue
        difference = drawn_x.mean() - drawn_y.mean()
        if min(x.size, y.size) < 2 or abs(difference) < 1e-12:
            p_value = 1.0
        elif np.ptp(x) == 0 and np.ptp(y) == 0:
            p_value = (1 + (x.size == y.size)) / math.comb(x.size + y.size, x.size)
        else:
            # Welch's test of the week's environments, moved to the resample's difference.
            moved = x - x.mean() + difference, y - y.mean()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)
                p_value = stats.ttest_ind(*moved, equal_var=False).pvalue
        found.append(np.sign(difference) if p_value < 0.05 else 0.0)
    return found


def drawn_whole(week: WeekEvidence) -> Resamples:
    """Four resamples in which environments count whole numbers of times."""
    ids = Evidence([week]).environments.get_column("environment_id").to_list()
    return Resamples(ids, np.random.default_rng(3).integers(0, 4, (4, len(ids))).astype(float))


@settings(max_examples=40, deadline=None)
@given(weeks())
def test_every_duel_is_decided_as_on_the_environments_drawn(drawn):
    names, attempts = drawn
    week = WeekEvidence.of(played_week(everyone(*names), attempts))
    resamples = drawn_whole(week)
    found = duel_draws(week, resamples, names)
    assert found.shape == (4, len(names) * (len(names) - 1) // 2)
    for row in range(4):
        np.testing.assert_array_equal(found[row], decided(week, resamples, names, row))


def test_the_tournament_itself_gives_its_own_duels():
    chance = np.random.default_rng(4)
    world = World.drawn(chance, 6)
    played = tournament(world, 10, 4, chance)
    week = WeekEvidence.of(played)
    ids = Evidence([week]).environments.get_column("environment_id").to_list()
    as_played = Resamples(ids, np.ones((1, len(ids))))
    results = [POINTS[result] for result in played.duel_results["result"]]
    assert set(results) == {1.0, 0.0, -1.0}
    np.testing.assert_array_equal(duel_draws(week, as_played, world.names)[0], results)
