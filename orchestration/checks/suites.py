"""Which checks each table has: those of its declaration, and those of its meaning."""

from collections.abc import Callable

import polars as pl

from assets.tables import TABLES
from orchestration.checks.check import Check, Week
from orchestration.checks.declared import declared_checks
from orchestration.checks.meaning import (
    attempts,
    convergence,
    correlations,
    costs,
    curriculum,
    designs,
    dossiers,
    effects,
    entries,
    outcomes,
    scales,
    standings,
    trends,
    validations,
)


def suite(table: str) -> list[Check]:
    """Every check of a table."""
    return [*declared_checks(TABLES[table]), *_MEANING[table]]


def _check(name: str, asks: str, judge: Callable[[Week], pl.DataFrame], *, blocking: bool = True) -> Check:
    return Check(name, asks, lambda week: judge(week).filter(pl.col("problem").is_not_null()), blocking)


def _every_cost_known(table: str, named_by: tuple[str, ...], of_what: str) -> Check:
    """No score rests on it, so it stops nobody."""
    asks = f"The cost of {of_what} is known; where it is not, give the contestant a price in the season file."
    return _check("every_cost_known", asks, lambda week: costs.costs_known(week[table], named_by), blocking=False)


def _outcomes_agree(table: str) -> Check:
    return _check(
        "outcomes_agree",
        "Success is told exactly of finished attempts, and status, stop reason and turns agree.",
        lambda week: attempts.outcomes_agree(week[table]),
    )


_MEANING: dict[str, list[Check]] = {
    "contestants": [
        _check(
            "season_takes_part",
            "Every contestant of the season takes part, in its roles, and nobody else.",
            lambda w: entries.season_takes_part(w.season, w.week, w["contestants"]),
        ),
    ],
    "dossiers": [
        _check(
            "every_author_once",
            "Every author of the week has exactly one row.",
            lambda w: dossiers.every_author_once(w.season, w["dossiers"]),
        ),
        _check(
            "shown_as_allowed",
            "No author is shown what the season does not show it in this week, nor more of it than the season's bound.",
            lambda w: dossiers.shown_as_allowed(w.season, w.week, w["dossiers"]),
        ),
        _check(
            "told_as_text",
            "A dossier that is shown has its text, hash and length; where none is shown there is nothing of it.",
            lambda w: dossiers.told_as_text(w["dossiers"]),
        ),
    ],
    "authored_environments": [
        _check(
            "every_slot_once",
            "Every author has exactly one environment for each of its slots.",
            lambda w: entries.every_slot_once(w.season, w.week, w["authored_environments"]),
        ),
        _check(
            "versions_follow",
            "Every hardened version follows a written one, in a round that the season has.",
            lambda w: entries.versions_follow(w.season, w["authored_environments"]),
        ),
        _check(
            "written_is_whole",
            "A written environment has its source, hint and hashes; any other says why it is not written.",
            lambda w: entries.written_is_whole(w["authored_environments"]),
        ),
        _every_cost_known("authored_environments", ("environment_id",), "all drafts"),
    ],
    "environment_probes": [
        _check(
            "every_probe_once",
            "Every prober has exactly one attempt for each probed version, seed and condition.",
            lambda w: attempts.every_probe_once(w.season, w["authored_environments"], w["environment_probes"]),
        ),
        _outcomes_agree("environment_probes"),
        _every_cost_known("environment_probes", attempts.NAMED_BY, "every probe"),
    ],
    "hint_validations": [
        _check(
            "every_check_once",
            "Every environment has one finding of each of the validator's checks.",
            lambda w: validations.every_check_once(w["authored_environments"], w["hint_validations"]),
        ),
        _check(
            "gates_stand",
            "Exactly the gating checks decide which environments are admitted.",
            lambda w: validations.gates_stand(w["hint_validations"]),
        ),
        _check(
            "admitted_are_written",
            "Only written environments are admitted.",
            lambda w: validations.admitted_are_written(w["authored_environments"], w["hint_validations"]),
        ),
        _check(
            "certificates_complete",
            "Every admitted environment has winning actions for each of its benchmark seeds.",
            lambda w: validations.certificates_complete(w.season, w["hint_validations"]),
        ),
        _every_cost_known("hint_validations", ("environment_id", "check_name"), "every probe"),
    ],
    "solve_attempts": [
        _check(
            "every_attempt_once",
            "Every solver has exactly one attempt for each admitted environment, seed, condition and trial.",
            lambda w: attempts.every_attempt_once(
                w.season, w["authored_environments"], w["hint_validations"], w["solve_attempts"]
            ),
        ),
        _outcomes_agree("solve_attempts"),
        _check(
            "matched_pairs_complete",
            "Every pair of attempts with and without the hint counts; pairs that don't are left out of all scores.",
            lambda w: attempts.pairs_matched(w["solve_attempts"]),
            # A provider that failed is no reason to stop the others.
            blocking=False,
        ),
        _every_cost_known("solve_attempts", attempts.NAMED_BY, "every attempt"),
    ],
    "pairwise_outcomes": [
        _check(
            "every_cell_once",
            "Every author has exactly one row with each other solver.",
            lambda w: outcomes.every_cell_once(w["contestants"], w["pairwise_outcomes"]),
        ),
        _check(
            "counts_add_up",
            "The outcomes of each row add up to its matched pairs, and those to the attempts.",
            lambda w: outcomes.counts_add_up(w["solve_attempts"], w["pairwise_outcomes"]),
        ),
    ],
    "duel_results": [
        _check(
            "every_duel_once",
            "Each two contestants have exactly one duel.",
            lambda w: outcomes.every_duel_once(w["contestants"], w["duel_results"]),
        ),
        _check(
            "intervals_hold_value",
            "Each margin is the difference of its scores and lies inside its interval.",
            lambda w: outcomes.margins_held(w["duel_results"]),
        ),
        _check(
            "results_follow",
            "Each result follows from the margin's interval, or from the permutation test where nothing has spread.",
            lambda w: outcomes.results_follow(w["duel_results"]),
        ),
    ],
    "rankings": [
        _check(
            "everyone_ranked",
            "Every contestant stands exactly once on every board of each scope.",
            lambda w: standings.everyone_ranked(w["contestants"], w["rankings"]),
        ),
        _check(
            "intervals_hold_value",
            "Every interval has both ends, with its value or rank between them, and all that belongs to it beside it.",
            lambda w: standings.intervals_hold_value(w["rankings"]),
        ),
        _check(
            "ranks_follow",
            "Ranks are in the order of the values, and their intervals and first places are possible.",
            lambda w: standings.ranks_follow(w["rankings"]),
        ),
        _check(
            "scale_holds",
            "Shares keep to their board's bounds, ratings have mean 1,000, and the composite is the mean of its two.",
            lambda w: scales.scale_holds(w["rankings"]),
        ),
        _check(
            "nulls_explained",
            "Whatever lacks a value or an interval has a note, and p-values stand exactly where something is tested.",
            lambda w: standings.nulls_explained(w["rankings"]),
        ),
    ],
    "board_correlations": [
        _check(
            "every_pair_once",
            "Solving stands once against authoring in each scope, and all boards or none against an earlier week's.",
            lambda w: correlations.every_pair_once(w.week, w["board_correlations"]),
        ),
        _check(
            "intervals_hold_value",
            "Every interval has both ends, with its correlation between them.",
            lambda w: correlations.intervals_hold_value(w["board_correlations"]),
        ),
        _check(
            "correlations_follow",
            "Correlations of the week's own boards are those of the values in rankings.",
            lambda w: correlations.correlations_follow(w.week, w["rankings"], w["board_correlations"]),
        ),
        _check(
            "nulls_explained",
            "A correlation that is not known says why.",
            lambda w: correlations.nulls_explained(w["board_correlations"]),
        ),
    ],
    "season_trends": [
        _check(
            "everyone_on_every_board",
            "Every contestant stands exactly once on every board.",
            lambda w: trends.everyone_on_every_board(w["rankings"], w["season_trends"]),
        ),
        _check(
            "weeks_counted",
            "Where this week has a value it counts, and the first week stands where there is one.",
            lambda w: trends.weeks_counted(w["rankings"], w["season_trends"]),
        ),
        _check(
            "intervals_hold_value",
            "Every interval has both ends, with its slope between them, and all that belongs to it beside it.",
            lambda w: trends.intervals_hold_value(w["season_trends"]),
        ),
        _check(
            "verdicts_follow",
            "Each change is what the interval says, and p-values are adjusted over their board.",
            lambda w: trends.verdicts_follow(w["season_trends"]),
        ),
        _check(
            "nulls_explained",
            "There is a slope of three weeks or more, and whatever lacks an interval has a note.",
            lambda w: trends.nulls_explained(w["season_trends"]),
        ),
    ],
    "dossier_effects": [
        _check(
            "every_outcome_once",
            "Every outcome has exactly one row.",
            lambda w: effects.every_outcome_once(w["dossier_effects"]),
        ),
        _check(
            "intervals_hold_value",
            "Every interval has both ends, with its effect between them, and all that belongs to it beside it.",
            lambda w: effects.intervals_hold_value(w["dossier_effects"]),
        ),
        _check(
            "evidence_counted",
            "Every effect rests on authors, each with weeks with a dossier and weeks without.",
            lambda w: effects.evidence_counted(w["dossier_effects"]),
        ),
        _check(
            "nulls_explained",
            "Whatever lacks an interval has a note.",
            lambda w: effects.nulls_explained(w["dossier_effects"]),
        ),
    ],
    "training_curriculum": [
        _check(
            "learners_known",
            "Every learner is a solver of the season, or the panel.",
            lambda w: curriculum.learners_known(w.season, w["training_curriculum"]),
        ),
        _check(
            "chosen_are_played",
            "Every chosen environment is admitted and kept its contract all week.",
            lambda w: curriculum.chosen_are_played(
                w["hint_validations"], w["solve_attempts"], w["training_curriculum"]
            ),
        ),
        _check(
            "splits_disjoint",
            "No environment is in two splits.",
            lambda w: curriculum.splits_disjoint(w["training_curriculum"]),
        ),
        _check(
            "weights_add_up",
            "A learner's weights add up to 1 within a split.",
            lambda w: curriculum.weights_add_up(w["training_curriculum"]),
        ),
        _check(
            "order_holds",
            "A learner's positions are 1, 2, … from high unaided success to low.",
            lambda w: curriculum.order_holds(w["training_curriculum"]),
        ),
        _check(
            "seeds_fresh",
            "Training seeds are all different, and none was used for a score or a check.",
            lambda w: curriculum.seeds_fresh(w.season, w["training_curriculum"]),
        ),
    ],
    "environment_designs": [
        _check(
            "every_played_once",
            "Every environment that plays has exactly one row.",
            lambda w: designs.every_played_once(w["hint_validations"], w["environment_designs"]),
        ),
        _check(
            "designs_follow",
            "Domain, turn cap and winning actions are those of the environment and its certificates.",
            lambda w: designs.designs_follow(
                w["authored_environments"], w["hint_validations"], w["environment_designs"]
            ),
        ),
        _check(
            "nearest_known",
            "The nearest environment is another author's, and of this week or an earlier one.",
            lambda w: designs.nearest_known(w.week, w["environment_designs"]),
        ),
    ],
    "design_convergence": [
        _check(
            "every_pair_once",
            "Every author stands exactly once against each other one and against all of them, and the panel once.",
            lambda w: convergence.every_pair_once(w["authored_environments"], w["design_convergence"]),
        ),
        _check(
            "counts_follow",
            "Environments are counted as in environment_designs, and compared where both authors have some.",
            lambda w: convergence.counts_follow(w["environment_designs"], w["design_convergence"]),
        ),
        _check(
            "means_follow",
            "Similarity is the same both ways, and the panel's numbers are the means over the pairs.",
            lambda w: convergence.means_follow(w["design_convergence"]),
        ),
        _check(
            "intervals_hold_value",
            "Every interval has both ends, with its slope between them.",
            lambda w: convergence.intervals_hold_value(w["design_convergence"]),
        ),
        _check(
            "tests_follow",
            "A p-value stands where there are weeks enough, and the adjusted one is Holm's over its family.",
            lambda w: convergence.tests_follow(w["design_convergence"]),
        ),
        _check(
            "nulls_explained",
            "A number that is not known has a note.",
            lambda w: convergence.nulls_explained(w["design_convergence"]),
        ),
    ],
}
