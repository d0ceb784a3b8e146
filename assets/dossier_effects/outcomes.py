"""Outcomes: what an author's environments of a week came to, by each measure that a dossier might move."""

from datetime import date

import polars as pl

from assets.contestants.entries import with_role
from assets.pairwise_outcomes.matched_pairs import foreign, matched_pairs
from assets.rankings.designing import discriminations
from assets.rankings.hints import environment_gains
from assets.scored import scored_attempts
from assets.tables import DOSSIER_OUTCOMES
from assets.versions import SLOT_ID

VALIDATIONS_READ = ("week", "environment_id", "author", "check_name", "gating", "passed")
"""The columns of `hint_validations` that outcomes are told by, and its week."""

_SCHEMA = {"week": pl.Date(), "author": pl.String(), "outcome": pl.String(), "value": pl.Float64()}


def weekly_outcomes(
    week: date, contestants: pl.DataFrame, hint_validations: pl.DataFrame, solve_attempts: pl.DataFrame
) -> pl.DataFrame:
    """Each author's mean over its environments of a week, a plain one: domains weigh as many as they have.

    An environment counts in an outcome where it has one: played and not withdrawn, for the share of admitted ones
    answered for (what a provider or a budget held back is no doing of the author's).

    Args:
        contestants, hint_validations, solve_attempts: the week's rows of the tables of these names; of the second
            VALIDATIONS_READ are read, of the last what `scored_attempts` reads.

    Returns:
        week, author, outcome (one of DOSSIER_OUTCOMES) and value, sorted by all; no row where there is no value.
    """
    scored = scored_attempts(solve_attempts)
    environments = {
        "discrimination": discriminations(scored, with_role(contestants, "solver")),
        "hint_gain": environment_gains(matched_pairs(scored)),
        "unaided_share": _unaided_shares(scored),
        "admitted_share": _admissions(hint_validations),
    }
    return pl.concat(
        environments[outcome]
        .group_by("author")
        .agg(pl.col("x").sort_by("environment_id").mean().alias("value"))
        .select(pl.lit(week).alias("week"), "author", pl.lit(outcome).alias("outcome"), "value")
        .cast(_SCHEMA)  # type: ignore[arg-type]
        for outcome in DOSSIER_OUTCOMES
    ).sort("week", "author", "outcome")


def _unaided_shares(scored: pl.DataFrame) -> pl.DataFrame:
    """Of each environment, the share of the panel's unaided attempts that succeed."""
    return (
        foreign(scored)
        .filter(pl.col("condition") == "without_hint")
        .group_by("author", "environment_id")
        .agg(pl.col("success").mean().alias("x"))
    )


def _admissions(hint_validations: pl.DataFrame) -> pl.DataFrame:
    """1 for each slot of which a version is admitted, 0 for each other one that its author answered for."""
    answered = ((pl.col("check_name") == "parses") & pl.col("passed").is_not_null()).any()
    return (
        hint_validations.group_by("author", "environment_id")
        .agg(
            answered.alias("answered"),
            pl.col("passed").filter(pl.col("gating")).fill_null(value=False).all().cast(pl.Float64).alias("x"),
        )
        .filter("answered")
        .group_by("author", SLOT_ID)
        .agg(pl.col("x").max())
    )
