"""Board `duel`: Bradley–Terry ratings with Davidson's ties, from the results of the duels."""

from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from assets.pairwise_outcomes.matched_pairs import foreign
from assets.rankings.crossed import candidates
from assets.rankings.duel_draws import duel_draws
from assets.rankings.elo_standing import Ratings, contrasts, elo_standing
from assets.rankings.evidence import Evidence
from assets.rankings.links import largest_group
from assets.rankings.resampling import Resamples
from assets.rankings.standing import Standing
from assets.ratings.bradley_terry import BradleyTerryFit, bootstrap_ratings, fit_bradley_terry
from assets.ratings.davidson import Counts, Design
from assets.ratings.outcomes import Outcomes, outcomes

type Array = NDArray[np.float64]

_POINTS = {"a": (1, 0, 0), "b": (0, 1, 0), "draw": (0, 0, 1)}


def duel_board(evidence: Evidence, resamples: Resamples) -> Standing:
    """Fit the ratings to each week's duels, a win, a loss or a draw each; a duel without contest tells nothing.

    By Firth's method in any case: duels are few and often near separation, where maximum likelihood exaggerates, and a
    board that changed its method from week to week could not be compared with itself.

    Intervals come from the observed information with normal quantiles: a duel's result is one observation, and belongs
    to no environment. Ranks come from the resamples, in each of which all duels are decided anew.
    """
    played = _played(evidence)
    fit = fit_bradley_terry(played, firth=True)
    everybody = len(evidence.everybody)
    clusters = _environments(evidence)
    duelled = np.bincount(np.concatenate([played.first, played.second]), minlength=everybody) > 0
    rated = largest_group(fit.group, candidates(evidence, evidence.ranked, duelled))
    centre = contrasts(rated)
    covariance = np.nan_to_num(fit.covariance)
    return elo_standing(
        evidence,
        Ratings(
            value=np.nan_to_num(fit.rating),
            rated=rated,
            information=np.clip(np.einsum("km,mn,kn->k", centre, covariance, centre), 0, None),
            sandwich=None,
            clusters=clusters,
            draws=_draws(evidence, resamples),
            notes=_notes(evidence, played, fit, duelled, rated),
        ),
    )


def _played(evidence: Evidence) -> Outcomes:
    place = evidence.place
    rows = [
        (place[a], place[b], *_POINTS[result])
        for week in evidence.weeks
        for a, b, result in week.duels.select("contestant_a", "contestant_b", "result").iter_rows()
        if result in _POINTS
    ]
    first, second, a, b, draws = np.array(rows, dtype=np.int64).reshape(-1, 5).T
    return outcomes(len(place), first, second, a, b, draws)


def _draws(evidence: Evidence, resamples: Resamples) -> Array:
    """Ratings in each resample, shape (resamples, everybody)."""
    pairs = list(combinations(range(len(evidence.everybody)), 2))
    if not pairs:
        return np.full((len(resamples.weights), len(evidence.everybody)), np.nan)
    results = [duel_draws(week, resamples, evidence.everybody) for week in evidence.weeks]
    points, ties, total = (np.zeros((len(resamples.weights), len(pairs))) for _ in range(3))
    for result in results:
        contest = np.isfinite(result)
        points += np.where(contest, (result + 1) / 2, 0)
        ties += np.where(contest, result == 0, 0)
        total += contest
    first, second = np.array(pairs, dtype=np.intp).T
    met = outcomes(len(evidence.everybody), first, second, total.max(axis=0), np.zeros(len(pairs)))
    return bootstrap_ratings(Design(met, home=False, ties=bool(ties.any())), Counts(points, ties, total), met)


def _environments(evidence: Evidence) -> NDArray[np.int64]:
    """Environments that each contestant's duels rest on: its own that count, and its opponents'."""
    found: list[set[str]] = [set() for _ in evidence.everybody]
    for week in evidence.weeks:
        contests = set(
            week.duels.filter(pl.col("result") != "no_contest").select("contestant_a", "contestant_b").iter_rows()
        )
        met = foreign(week.pairs).select("environment_id", "author", "solver").unique()
        for environment, author, solver in met.iter_rows():
            if (min(author, solver), max(author, solver)) in contests:
                found[evidence.place[author]].add(environment)
                found[evidence.place[solver]].add(environment)
    return np.array([len(ids) for ids in found], dtype=np.int64)


def _notes(
    evidence: Evidence,
    played: Outcomes,
    fit: BradleyTerryFit,
    duelled: NDArray[np.bool_],
    rated: NDArray[np.bool_],
) -> list[str | None]:
    found: list[str | None] = []
    for player in range(len(evidence.everybody)):
        if not duelled[player]:
            found.append("no duel: not both it and an opponent have an environment that counts")
        elif not rated[player]:
            found.append("not linked with the others by any chain of duels")
        elif fit.flagged[player]:
            found.append(f"{_extreme(played, player)}: rating finite only by Firth's method")
        else:
            found.append(None)
    return found


def _extreme(played: Outcomes, player: int) -> str:
    """Why a player's maximum likelihood rating is infinite, in words."""
    first, second = played.first == player, played.second == player
    won = played.wins_first[first].sum() + played.wins_second[second].sum()
    lost = played.wins_second[first].sum() + played.wins_first[second].sum()
    drawn = played.ties[first | second].sum()
    if lost == 0 and drawn == 0:
        return "won every duel"
    if won == 0 and drawn == 0:
        return "lost every duel"
    if won == 0 and lost == 0:
        return "every duel a draw"
    return "no duel contradicts the order of the others"
