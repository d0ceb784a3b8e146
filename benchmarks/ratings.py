"""What Bradley–Terry ratings with intervals cost, beside arena-rank and choix on the same games. Run by hand.

    python benchmarks/ratings.py

Every figure goes from arrays of games (for arena-rank a data frame) to ratings, the counting of games included. The
first call includes arena-rank's compilation; it compiles anew for each fit, so a later call saves only a part of it.
choix has no intervals: its figures are for the ratings alone.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial

import choix
import numpy as np
import pandas as pd
import polars as pl
from arena_rank.models.bradley_terry import BradleyTerry, fit_single_bootstrap_sample
from arena_rank.utils.data_utils import PairDataset
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from assets.pairwise_outcomes.duels import duel_results
from assets.ports import PlayedWeek
from assets.rankings.boards import standings
from assets.rankings.evidence import Evidence, WeekEvidence
from assets.ratings.bradley_terry import bootstrap_bradley_terry, fit_bradley_terry
from assets.ratings.outcomes import outcomes
from assets.tables import CONDITIONS, DOMAINS

WEEK = date(2026, 11, 30)
SIZES = ((9, 5_760), (100, 1_000_000), (1_000, 1_000_000))
ENVIRONMENTS = 90
RESAMPLES = 1_000
RESAMPLES_OF_ARENA_RANK = 20
ELO = 400 / np.log(10)

Ratings = NDArray[np.float64]


@dataclass(frozen=True)
class Games:
    """Games one by one, between players whose ratings are drawn from a standard normal."""

    players: int
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    won: NDArray[np.bool_]
    environment: NDArray[np.intp]

    @classmethod
    def drawn(cls, players: int, games: int) -> "Games":
        rng = np.random.default_rng(players)
        rating = rng.normal(size=players)
        first = rng.integers(0, players, games)
        second = (first + rng.integers(1, players, games)) % players
        won = rng.random(games) < 1 / (1 + np.exp(rating[second] - rating[first]))
        return cls(players, first, second, won, rng.integers(0, ENVIRONMENTS, games))

    def frame(self) -> pd.DataFrame:
        winner = np.where(self.won, "model_a", "model_b")
        return pd.DataFrame({"model_a": self.first, "model_b": self.second, "winner": winner})

    def wins(self) -> NDArray[np.float64]:
        """How often each player won against each other one, shape (players, players)."""
        winner = np.where(self.won, self.first, self.second)
        loser = np.where(self.won, self.second, self.first)
        pair = np.bincount(winner * self.players + loser, minlength=self.players**2)
        return pair.reshape(self.players, -1).astype(float)


def clocked(call: Callable[[], Ratings]) -> tuple[float, float, Ratings]:
    """Seconds of the first call and of the faster of two later ones, and the ratings, their mean 0."""
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        ratings = call()
        seconds.append(time.perf_counter() - start)
    return seconds[0], min(seconds[1:]), ratings - ratings.mean()


def ours(games: Games, cluster: NDArray[np.intp] | None) -> Ratings:
    played = outcomes(games.players, games.first, games.second, games.won, ~games.won, cluster=cluster)
    fit = fit_bradley_terry(played)
    fit.interval()
    return fit.rating


def arena_rank(games: Games, frame: pd.DataFrame) -> Ratings:
    """Its intervals come from a sandwich that takes each game for a cluster."""
    found = BradleyTerry(n_competitors=games.players).compute_ratings_and_cis(PairDataset.from_pandas(frame))
    np.asarray(found["rating_upper"])
    return np.asarray(found["ratings"]) / ELO


def choix_lsr(games: Games) -> Ratings:
    """Iterative Luce spectral ranking from the matrix of wins: its fastest routine where many games share a pair."""
    return np.asarray(choix.ilsr_pairwise_dense(games.wins()))


def fits() -> Table:
    """Against ours with the like errors: a sandwich that takes each game for a cluster."""
    table = Table("players", "games", "fit", "first call, s", "later call, s", "× ours", "off ours, Elo", title="Fits")
    for players, count in SIZES:
        games = Games.drawn(players, count)
        calls: dict[str, Callable[[], Ratings]] = {
            "ours, sandwich by game": partial(ours, games, np.arange(count)),
            "ours, sandwich by environment": partial(ours, games, games.environment),
            "ours, information": partial(ours, games, None),
            "arena-rank, sandwich by game": partial(arena_rank, games, games.frame()),
            "choix, no errors": partial(choix_lsr, games),
        }
        measured = {name: clocked(call) for name, call in calls.items()}
        _, base, reference = measured["ours, sandwich by game"]
        for name, (first, later, ratings) in measured.items():
            off = np.abs(ratings - reference).max() * ELO
            times = f"{first:.4f}", f"{later:.4f}", f"{later / base:.2f}"
            table.add_row(f"{players:,}", f"{count:,}", name, *times, f"{off:.0e}")
        table.add_section()
    return table


def bootstraps() -> Table:
    """Ours and choix resample environments; arena-rank has only games, and is timed on fewer resamples.

    Its pool of forked processes did not end after a fit in the same process, so its own function for one resample is
    called in a loop: at best the pool divides the time by the number of cores.
    """
    games = Games.drawn(*SIZES[0])
    weights = np.random.default_rng(0).multinomial(ENVIRONMENTS, np.full(ENVIRONMENTS, 1 / ENVIRONMENTS), RESAMPLES)
    calls: dict[str, tuple[Callable[[], object], int]] = {
        "ours, environments, Firth's method": (partial(boot_ours, games, weights), RESAMPLES),
        "choix, environments, maximum likelihood": (partial(boot_choix, games, weights), RESAMPLES),
        "arena-rank, games": (partial(boot_arena_rank, games), RESAMPLES_OF_ARENA_RANK),
        "ours, all ten boards of a week of 9 × 10 × 4": (partial(standings, week(), 1), RESAMPLES),
    }
    table = Table("bootstrap of 9 × 5,760 games", "resamples", "seconds", "seconds per 1,000", title="Bootstraps")
    for name, (call, count) in calls.items():
        start = time.perf_counter()
        call()
        seconds = time.perf_counter() - start
        table.add_row(name, f"{count:,}", f"{seconds:.3f}", f"{seconds / count * 1_000:,.3f}")
    return table


def week() -> Evidence:
    """What the rankings see of a week: 9 contestants, 10 environments each, 4 seeds, both conditions; fits included."""
    chance = np.random.default_rng(0)
    ability, difficulty, hint = chance.normal(size=9), chance.normal(size=(9, 10)), chance.normal(1, 1, (9, 10))
    unaided = ability - difficulty[:, :, None, None]
    chances = np.stack(np.broadcast_arrays(unaided, unaided + hint[:, :, None, None]), axis=-1)
    won = chance.random((9, 10, 9, 4, 2)) < 1 / (1 + np.exp(-chances.reshape(9, 10, 9, 1, 2)))
    author, slot, solver, seed, condition = (part.ravel() for part in np.indices(won.shape))
    names = np.array([f"player_{number}" for number in range(9)])
    attempts = pl.DataFrame(
        {
            "environment_id": [f"{WEEK}/{names[a]}/env_{s:03d}" for a, s in zip(author, slot, strict=True)],
            "author": names[author],
            "solver": names[solver],
            "domain": np.array(DOMAINS)[slot % len(DOMAINS)],
            "seed": seed,
            "condition": np.array(CONDITIONS)[condition],
            "trial": np.zeros_like(seed),
            "status": np.where(won.ravel(), "success", "failure"),
            "stop_reason": np.full(seed.shape, "terminated"),
        }
    )
    roles = [["author", "solver"]] * 9
    contestants = pl.DataFrame({"contestant": names, "roles": roles})
    played = PlayedWeek(WEEK, contestants, attempts, duel_results(WEEK, contestants, attempts, 1))
    return Evidence([WeekEvidence.of(played)])


def boot_ours(games: Games, weights: NDArray[np.intp]) -> Ratings:
    environment = games.environment
    played = outcomes(games.players, games.first, games.second, games.won, ~games.won, cluster=environment)
    return bootstrap_bradley_terry(played, weights)


def boot_choix(games: Games, weights: NDArray[np.intp]) -> list[Ratings]:
    winner, loser = np.where(games.won, (games.first, games.second), (games.second, games.first))
    wins = np.zeros((ENVIRONMENTS, games.players, games.players))
    np.add.at(wins, (games.environment, winner, loser), 1)
    return [choix.ilsr_pairwise_dense(np.tensordot(drawn, wins, 1)) for drawn in weights]


def boot_arena_rank(games: Games) -> list[object]:
    data = PairDataset.from_pandas(games.frame())
    model = BradleyTerry(n_competitors=games.players)
    counts = np.asarray(data.counts)
    total = int(counts.sum())
    drawn = np.random.default_rng(0).multinomial(total, counts / total, RESAMPLES_OF_ARENA_RANK)
    return [fit_single_bootstrap_sample(one.astype(float), model, data)["ratings"].block_until_ready() for one in drawn]


def main() -> None:
    console = Console(width=120)
    console.print(fits())
    console.print(bootstraps())


if __name__ == "__main__":
    main()
