"""Duels in resamples: each is decided as `play_off` decides it on the environments that were drawn."""

from itertools import combinations

import numpy as np
from hypothesis import given, settings
from made_weeks import everyone, played_week, weeks

from assets.pairwise_outcomes.duels import Cell, play_off
from assets.rankings.duel_draws import duel_draws
from assets.rankings.evidence import Evidence, WeekEvidence
from assets.rankings.resampling import Resamples
from rankings.simulated import World, tournament

POINTS = {"a": 1.0, "b": -1.0, "draw": 0.0, "no_contest": np.nan}


def decided(week: WeekEvidence, resamples: Resamples, names: list[str], row: int) -> list[float]:
    """The duels of one resample, each cell written out with its environments as often as they were drawn."""

    def cell(author: str, solver: str) -> Cell:
        met = week.pairs.filter(author=author, solver=solver).group_by("environment_id", maintain_order=True)
        drawn: list[tuple[int, int, int]] = []
        for (environment,), pairs in met:
            counts = (pairs.height, int(pairs["taught"].sum()), int(pairs["solved"].sum()))
            drawn += [counts] * int(resamples.weights[row, resamples.place[environment]])
        return Cell(*np.array(drawn, dtype=np.int64).reshape(-1, 3).T)

    return [POINTS[play_off(a, b, cell(a, b), cell(b, a), seed=1).result] for a, b in combinations(names, 2)]


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
