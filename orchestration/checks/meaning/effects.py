"""What a dossier's effects must be: each outcome once, with numbers that hold together."""

import polars as pl

from assets.tables import DOSSIER_EFFECTS, DOSSIER_OUTCOMES
from orchestration.checks.meaning.counting import exactly_once
from orchestration.checks.meaning.intervals import interval_problems

KEY = DOSSIER_EFFECTS.key


def every_outcome_once(effects: pl.DataFrame) -> pl.DataFrame:
    """Every outcome has one row."""
    return exactly_once(pl.DataFrame({"outcome": DOSSIER_OUTCOMES}), effects, KEY)


def intervals_hold_value(effects: pl.DataFrame) -> pl.DataFrame:
    """Each interval has both ends and its effect between them, and comes with a standard error and a p-value.

    A sign-flip test of n authors has no p-value below 2/2ⁿ.
    """
    interval = pl.col("ci_low").is_not_null()
    fewest = 2.0 / 2.0 ** pl.col("authors")
    return effects.select(
        *KEY,
        "effect",
        "std_error",
        "ci_low",
        "ci_high",
        "p_value",
        "authors",
        problem=pl.coalesce(
            *interval_problems("effect", "ci_low", "ci_high"),
            *(
                pl.when(interval != pl.col(name).is_not_null()).then(pl.lit(f"{name} and interval must come together"))
                for name in ("std_error", "p_value")
            ),
            pl.when(pl.col("p_value") < fewest - 1e-12).then(pl.lit("p_value is below all that its authors can give")),
        ),
    )


def evidence_counted(effects: pl.DataFrame) -> pl.DataFrame:
    """There is an effect exactly where there are authors, each with a week or more with a dossier and without."""
    authors, effect = pl.col("authors"), pl.col("effect").is_not_null()
    return effects.select(
        *KEY,
        "authors",
        "weeks_with",
        "weeks_without",
        "effect",
        problem=pl.coalesce(
            pl.when(effect != (authors > 0)).then(pl.lit("effect and authors must come together")),
            *(
                pl.when((pl.col(name) < authors) | ((authors == 0) & (pl.col(name) > 0))).then(
                    pl.format(f"{name} does not fit {{}} authors", authors)
                )
                for name in ("weeks_with", "weeks_without")
            ),
        ),
    )


def nulls_explained(effects: pl.DataFrame) -> pl.DataFrame:
    """An effect without an interval, or none at all, says why."""
    return effects.select(
        *KEY,
        "effect",
        "ci_low",
        "note",
        problem=pl.when(pl.col("ci_low").is_null() & pl.col("note").is_null()).then(
            pl.lit("neither interval nor note")
        ),
    )
