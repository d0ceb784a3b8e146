"""Bradley–Terry ratings from counts of wins, with Davidson's ties and a home effect, and what their errors are."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse, special

from assets.ratings import connection
from assets.ratings.connection import Components
from assets.ratings.davidson import Array, Counts, Design
from assets.ratings.newton import maximise, null_directions
from assets.ratings.outcomes import Outcomes
from assets.ratings.sandwich import sandwich
from assets.ratings.separation import separation

Method = Literal["maximum_likelihood", "firth"]
Errors = Literal["sandwich", "information"]

_AT_ONCE = 4_000_000
"""Numbers of an array that a bootstrap holds at a time."""


@dataclass(frozen=True)
class BradleyTerryFit:
    """Fitted ratings, in logits: player i beats j with odds e^(rating_i − rating_j), ties left aside.

    Attributes:
        rating: shape (players,); those of a connected group add up to 0. nan for a player without comparisons, or
            whose group's ratings can't be told from the home effect.
        covariance: of the ratings, shape (players, players), as `errors` says.
        home, home_std_error: the home effect, None if the model has none, nan if it can't be told from the ratings.
        log_nu, log_nu_std_error: logarithm of Davidson's ν, None without ties.
        log_likelihood: of the counts, without binomial coefficients.
        deviance: twice the distance from the log-likelihood of the observed shares.
        method: `firth` where the maximum likelihood is reached nowhere.
        errors: `sandwich` if the outcomes have clusters, else `information`. Differences that the likelihood leaves
            open have errors from the information in any case: there a sandwich would shrink to 0.
        group: the connected group of each player, shape (players,).
        components: strongly connected components of the wins and their partial order.
        comparable: shape (players,); players with the same number have a difference with a finite maximum of the
            likelihood. These are the strong components, or less where ties or the home effect separate the outcomes.
        flagged: players whose maximum likelihood rating is infinite, shape (players,): those of a group who are not
            comparable with most others of it.
        clusters: clusters that each player has comparisons in, shape (players,); None without clusters.
        converged: whether the maximum was found.
    """

    rating: Array
    covariance: Array
    home: float | None
    home_std_error: float | None
    log_nu: float | None
    log_nu_std_error: float | None
    log_likelihood: float
    deviance: float
    method: Method
    errors: Errors
    group: NDArray[np.intp]
    components: Components
    comparable: NDArray[np.intp]
    flagged: NDArray[np.bool_]
    clusters: NDArray[np.intp] | None
    converged: bool

    @cached_property
    def std_error(self) -> Array:
        """Standard errors of the ratings, shape (players,)."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0))

    def interval(self, level: float = 0.95) -> tuple[Array, Array]:
        """Both ends, shape (players,) each, from the quantiles of t(K − 1) with K the player's clusters.

        From normal quantiles without clusters and for flagged players. nan where there is no rating or no error.
        """
        reach = self.std_error * np.where(self.flagged, _quantile(level, None), _quantile(level, self.clusters))
        return self.rating - reach, self.rating + reach

    def difference(self, first: int, second: int, level: float = 0.95) -> tuple[float, float, float, float]:
        """rating_first − rating_second: the estimate, its standard error and both ends of its interval.

        All nan where the two are `incomparable`.
        """
        if self.incomparable(first, second):
            return np.nan, np.nan, np.nan, np.nan
        estimate = float(self.rating[first] - self.rating[second])
        variance = self.covariance[first, first] + self.covariance[second, second] - 2 * self.covariance[first, second]
        std_error = float(np.sqrt(np.maximum(variance, 0)))
        fewest = None if self.clusters is None else np.minimum(self.clusters[first], self.clusters[second])
        reach = std_error * float(_quantile(level, fewest))
        return estimate, std_error, estimate - reach, estimate + reach

    def incomparable(self, first: int, second: int) -> str | None:
        """Why two players can't be compared, or None."""
        if self.group[first] != self.group[second]:
            return "no chain of comparisons links them"
        if np.isnan(self.rating[first]):
            return self.remark(first)
        if self.comparable[first] == self.comparable[second]:
            return None
        if self.components.of[first] != self.components.of[second]:
            return "wins and ties don't lead both ways between them: their difference has no finite estimate"
        return "the outcomes are separated by ties or by the home effect: their difference has no finite estimate"

    def remark(self, player: int) -> str | None:
        """What a reader of a player's rating must know: why it is missing, flagged or without an error; or None."""
        if np.count_nonzero(self.group == self.group[player]) == 1:
            return "no comparisons"
        if np.isnan(self.rating[player]):
            return "its comparisons can't tell the ratings from the home effect"
        if self.flagged[player]:
            return f"{self._extreme(player)}: no finite maximum of the likelihood, the rating is Firth's"
        if self.clusters is not None and self.clusters[player] < 2:
            return "comparisons in a single cluster tell no error"
        return None

    def _extreme(self, player: int) -> str:
        own = int(self.components.of[player])
        beats = any(above == own for above, _ in self.components.above)
        beaten = any(below == own for _, below in self.components.above)
        who = "it" if len(self.components.members[own]) == 1 else "it and those it exchanges wins with"
        if beats and beaten:
            return f"{who} won all comparisons with some players and lost all with others"
        if beats:
            return f"{who} won all comparisons with others"
        if beaten:
            return f"{who} lost all comparisons with others"
        return "ties or the home effect separate the outcomes"


def fit_bradley_terry(outcomes: Outcomes, *, home: bool = False, firth: bool = False) -> BradleyTerryFit:
    """Fit ratings by maximum likelihood, or by Firth's bias reduction where it has no finite maximum.

    Ties are modelled where there are any. Standard errors are the cluster sandwich where the outcomes have clusters.

    Args:
        home: whether to fit a home effect.
        firth: use Firth's method in any case.
    """
    row, merged = outcomes.merging()
    ties = bool((merged.ties > 0).any())
    design, counts = Design(merged, home=home, ties=ties), Counts.of(merged)
    parts = connection.components(merged)
    group = parts.groups()
    known = separation(merged, group, parts, home=home)
    method: Method = "firth" if firth or known.infinite else "maximum_likelihood"
    null = null_directions(design, counts.total > 0, group[None])
    found = maximise(design, counts, null, firth=method == "firth")
    parameters, covariance = found.parameters[0], found.covariance[0]
    clusters = None
    if outcomes.cluster is not None:
        covariance, clusters = sandwich(design, outcomes, row, parameters, covariance, group, known.open)
    players = outcomes.players
    unrated = known.shadowed | (np.bincount(group, minlength=players)[group] == 1)
    std_errors = np.sqrt(np.maximum(np.diag(covariance), 0))
    if not known.home_known:
        parameters[players] = std_errors[players] = np.nan
    covariance = covariance[:players, :players].copy()
    covariance[unrated] = covariance[:, unrated] = np.nan
    return BradleyTerryFit(
        rating=np.where(unrated, np.nan, parameters[:players]),
        covariance=covariance,
        home=float(parameters[players]) if home else None,
        home_std_error=float(std_errors[players]) if home else None,
        log_nu=float(parameters[-1]) if ties else None,
        log_nu_std_error=float(std_errors[-1]) if ties else None,
        log_likelihood=float(found.log_likelihood[0]),
        deviance=max(0.0, 2 * (_saturated(merged) - float(found.log_likelihood[0]))),
        method=method,
        errors="information" if clusters is None else "sandwich",
        group=group,
        components=parts,
        comparable=known.of,
        flagged=_flagged(group, known.of) if known.infinite else np.zeros(players, bool),
        clusters=clusters,
        converged=bool(found.converged[0]),
    )


def bootstrap_bradley_terry(outcomes: Outcomes, weights: ArrayLike, *, home: bool = False) -> Array:
    """Ratings of resampled outcomes, by Firth's method: many small resamples have no finite maximum of the likelihood.

    Args:
        outcomes: with clusters, which are numbered in the order of their names.
        weights: how often each cluster is drawn in each resample, shape (resamples, clusters).
        home: whether to fit a home effect.

    Returns:
        Shape (resamples, players). nan where a resample doesn't link a player with all whom the outcomes link it with.

    Raises:
        ValueError: outcomes without clusters, or weights of another shape.
    """
    drawn = np.asarray(weights, dtype=np.float64)
    if outcomes.cluster is None:
        raise ValueError("a bootstrap over clusters needs outcomes with clusters")
    known = int(outcomes.cluster.max(initial=-1)) + 1
    if drawn.ndim != 2 or drawn.shape[1] != known:
        raise ValueError(f"weights must have the shape (resamples, {known} clusters), not {drawn.shape}")
    row, merged = outcomes.merging()
    points, ties, total = (
        sparse.coo_array((counts, (row, outcomes.cluster)), (merged.first.size, known)).tocsr()
        for counts in (outcomes.wins_first + outcomes.ties / 2, outcomes.ties, outcomes.total)
    )
    design = Design(merged, home=home, ties=bool((outcomes.ties > 0).any()))
    ratings = [
        bootstrap_ratings(design, Counts((points @ part.T).T, (ties @ part.T).T, (total @ part.T).T), merged)
        for part in np.array_split(drawn, _parts(design, len(drawn), merged))
    ]
    return np.concatenate(ratings)


def bootstrap_ratings(design: Design, counts: Counts, merged: Outcomes) -> Array:
    """Ratings of a batch of counts by Firth's method, shape (batch, players); nan as in `bootstrap_bradley_terry`.

    Args:
        counts: of the design's rows, shape (batch, rows).
        merged: the outcomes that the counts are resampled from; they say whom a resample must link.
    """
    return np.concatenate(
        [
            _resampled(design, counts.at(part), merged)
            for part in np.array_split(np.arange(len(counts.total)), _parts(design, len(counts.total), merged))
        ]
    )


def _parts(design: Design, resamples: int, merged: Outcomes) -> int:
    """In how many parts a batch is worked through."""
    return 1 + resamples * max(design.p**2, merged.first.size) // _AT_ONCE


def _resampled(design: Design, counts: Counts, merged: Outcomes) -> Array:
    met = counts.total > 0
    whole, group = connection.groups(merged, (merged.total > 0)[None])[0], connection.groups(merged, met)
    null = null_directions(design, met, group)
    found = maximise(design, counts, null, firth=True)
    sizes = np.bincount(whole, minlength=merged.players)[whole]
    linked = (group[:, :, None] == group[:, None, :]).sum(axis=2)
    rated = (linked == sizes) & (sizes > 1)
    if design.home:
        rated &= null[:, design.players, design.players, None] < 1e-9
    return np.where(rated, found.parameters[:, : design.players], np.nan)


def _quantile(level: float, clusters: NDArray[np.intp] | None) -> Array:
    upper = (1 + level) / 2
    if clusters is None:
        return np.asarray(special.ndtri(upper))
    return np.where(clusters > 1, special.stdtrit(np.maximum(clusters - 1, 1), upper), np.nan)


def _flagged(group: NDArray[np.intp], comparable: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Who is not in the one class of its group that is larger than every other, and than one player."""
    sizes = np.bincount(comparable)
    flagged = np.ones(group.size, bool)
    for members in (np.flatnonzero(group == one) for one in range(group.max(initial=-1) + 1)):
        classes = np.unique(comparable[members])
        by_size = classes[np.argsort(-sizes[classes])]
        alone = by_size.size == 1 or sizes[by_size[0]] > sizes[by_size[1]]
        if alone:
            flagged[comparable == by_size[0]] = False
    return flagged


def _saturated(merged: Outcomes) -> float:
    """The log-likelihood of the observed shares themselves."""
    parts = merged.wins_first, merged.wins_second, merged.ties, merged.total
    # 0 · log 0 is 0 here; scipy's xlogy is several times slower.
    won, lost, tied, total = (float((part * np.log(np.where(part > 0, part, 1))).sum()) for part in parts)
    return won + lost + tied - total
