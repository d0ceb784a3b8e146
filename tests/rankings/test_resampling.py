"""Scores in resamples: those of the environments that were drawn, as if they had been played."""

import numpy as np
import polars as pl

from assets.rankings.estimates import estimates
from assets.rankings.evidence import Evidence, WeekEvidence
from assets.rankings.resampling import Resamples, resample
from assets.rankings.solving import canonical_solve
from assets.rankings.terms import TERMS, weighted
from assets.scored import scored_attempts
from rankings.simulated import World, tournament


def test_a_score_in_a_resample_is_the_score_of_the_environments_drawn():
    chance = np.random.default_rng(1)
    played = tournament(World.drawn(chance, 4), 6, 2, chance)
    terms = canonical_solve(scored_attempts(played.solve_attempts))
    ids = terms.get_column("environment_id").unique().sort().to_list()
    weights = chance.multinomial(len(ids), np.full(len(ids), 1 / len(ids)), size=5).astype(float)
    names = played.contestants.get_column("contestant").to_list()
    found = Resamples(ids, weights).means(terms, names)
    for row, times in enumerate(weights.astype(int)):
        # Each environment as often as it was drawn, under names of their own.
        drawn = pl.concat(
            terms.filter(environment_id=name).with_columns(pl.col("environment_id") + f"#{copy}")
            for name, count in zip(ids, times, strict=True)
            for copy in range(count)
        )
        expected = dict(estimates(weighted(drawn), 0, 1).select("contestant", "value").iter_rows())
        np.testing.assert_allclose(found[row], [expected[name] for name in names], rtol=1e-12)


def test_nothing_drawn_is_no_score():
    terms = pl.DataFrame([["ada", "all", "e1", 1.0, 0.5], ["bob", "all", "e2", 1.0, 0.7]], schema=TERMS, orient="row")
    found = Resamples(["e1", "e2"], np.array([[2.0, 0.0]])).means(terms, ["ada", "bob", "cyd"])
    np.testing.assert_array_equal(found, [[0.5, np.nan, np.nan]])


def test_each_authors_environments_are_drawn_by_themselves_and_spread_as_a_sample_does():
    chance = np.random.default_rng(5)
    played = tournament(World.drawn(chance, 4), 3, 1, chance)
    evidence = Evidence([WeekEvidence.of(played)])
    resamples = resample(evidence, seed=6, resamples=4000)
    of_author = resamples.weights.reshape(4000, 4, 3)
    np.testing.assert_allclose(of_author.sum(axis=2), 3)
    x = np.array([1.0, 2.0, 6.0])
    # The variance of a mean of three over the resamples is the sample's: variance with n − 1, divided by n.
    np.testing.assert_allclose((of_author @ x / 3).var(axis=0), x.var(ddof=1) / 3, rtol=0.1)
    np.testing.assert_array_equal(resample(evidence, seed=6, resamples=4000).weights, resamples.weights)


def test_a_single_environment_is_always_there():
    chance = np.random.default_rng(5)
    played = tournament(World.drawn(chance, 3), 1, 1, chance)
    assert (resample(Evidence([WeekEvidence.of(played)]), seed=6, resamples=10).weights == 1).all()
