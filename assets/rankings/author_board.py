"""Board `author`: how well an author's environments hold solvers off and yet teach them."""

import numpy as np

from assets.rankings.crossed import candidates, crossed
from assets.rankings.elo_standing import Ratings, contrasts, elo_standing, few, notes, one_sided, pooled_where_single
from assets.rankings.evidence import Evidence
from assets.rankings.links import crossed_groups, largest_group
from assets.rankings.resampling import Resamples
from assets.rankings.standing import Standing
from assets.ratings.rasch import Trials, bootstrap_rasch, fit_rasch


def author_board(evidence: Evidence, resamples: Resamples) -> Standing:
    """Fit logit P(solved, not taught) = θ_b − δ_a over matched pairs (protocol section 5); the board is δ.

    Stumped pairs and self-play are left out.
    """
    counts = crossed(evidence, resamples, evidence.pairs, "solved", "taught")
    wrote = counts.wrote
    everybody = len(evidence.everybody)
    data = Trials.of(counts.wins, counts.trials, counts.author, everybody)
    fit = fit_rasch(data)
    _, draws = bootstrap_rasch(data, resamples.weights)
    clusters = wrote.sum(axis=1).astype(np.int64)
    group, _ = crossed_groups(wrote @ counts.trials > 0)
    authors = evidence.weeks[-1].authors
    rated = largest_group(group, candidates(evidence, authors, clusters > 0))
    centre = contrasts(rated)
    nothing = np.zeros_like(centre)
    # Each author's environments are a cluster sample of their own, with their own correction.
    influence = fit.influence(nothing, centre) * np.sqrt(few(clusters))[counts.author][:, None]
    own = (fit.influence(nothing, np.diag(rated.astype(float)))[np.arange(counts.author.size), counts.author]) ** 2
    of_author = wrote @ own * few(clusters)
    unseen = np.where(clusters == 1, pooled_where_single(of_author, clusters), 0)
    sides = one_sided(
        wrote @ counts.wins.sum(axis=1),
        wrote @ counts.trials.sum(axis=1),
        "no pair was taught",
        "no pair was solved unaided",
    )
    return elo_standing(
        evidence,
        Ratings(
            value=fit.difficulty,
            rated=rated,
            information=fit.information_variance(nothing, centre),
            sandwich=(influence**2).sum(axis=0) + centre**2 @ unseen,
            clusters=clusters,
            draws=draws,
            notes=notes(evidence.everybody, authors, "an author", clusters, rated, sides),
        ),
    )
