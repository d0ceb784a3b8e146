"""Comparisons made up for tests: drawn by hypothesis, or simulated from known ratings."""

import numpy as np
from hypothesis import strategies as st

from assets.ratings.outcomes import Outcomes, outcomes


@st.composite
def some_outcomes(draw: st.DrawFn, *, ties: bool = True, most: int = 9) -> Outcomes:
    """Few players, few comparisons, sides and clusters of all kinds: mostly disconnected or separated."""
    players = draw(st.integers(2, 5))
    player = st.integers(0, players - 1)
    count = st.integers(0, 3)
    row = st.tuples(
        player, st.integers(1, players - 1), count, count, count if ties else st.just(0), st.integers(-1, 1)
    )
    rows = np.array(draw(st.lists(row, max_size=most)), dtype=int).reshape(-1, 6)
    first, step, wins_first, wins_second, tied, home = rows.T
    clusters = draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows)))
    return outcomes(players, first, (first + step) % players, wins_first, wins_second, tied, home, clusters)


def simulated(
    seed: int, players: int, games: int, *, ties: float = 0.0, home: float | None = None, clusters: int | None = None
) -> Outcomes:
    """Games one by one between players with ratings from a standard normal; ties: half-width of the tied band."""
    rng = np.random.default_rng(seed)
    rating = rng.normal(size=players)
    first = rng.integers(0, players, games)
    second = (first + rng.integers(1, players, games)) % players
    side = np.zeros(games) if home is None else rng.choice([-1, 0, 1], games)
    lead = rating[first] - rating[second] + (home or 0) * side + rng.logistic(size=games)
    tied = np.abs(lead) < ties
    cluster = None if clusters is None else rng.integers(0, clusters, games)
    return outcomes(players, first, second, (lead > 0) & ~tied, (lead < 0) & ~tied, tied, side, cluster)
