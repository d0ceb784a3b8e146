"""What the curriculum must be: admitted environments, each in one split, in order, on seeds that nothing else used."""

import polars as pl

from assets.admitted import played_ids
from assets.contestant_entry import PANEL
from assets.environment_seeds import used_seeds
from assets.scored import withdrawn_environments
from assets.season import Season

ROUNDING = 1e-9
KEY = ("learner", "environment_id")


def learners_known(season: Season, curriculum: pl.DataFrame) -> pl.DataFrame:
    """Every learner is a solver of the season, or the panel of all."""
    known = pl.col("learner").is_in([*season.solvers, PANEL])
    return curriculum.select(*KEY, problem=pl.when(~known).then(pl.lit("no solver of the season")))


def chosen_are_played(validations: pl.DataFrame, attempts: pl.DataFrame, curriculum: pl.DataFrame) -> pl.DataFrame:
    """Every chosen environment is admitted, and kept its contract all week."""
    admitted = pl.col("environment_id").is_in(played_ids(validations).to_series())
    withdrawn = pl.col("environment_id").is_in(withdrawn_environments(attempts))
    return curriculum.select(
        *KEY,
        problem=pl.coalesce(
            pl.when(~admitted).then(pl.lit("not admitted")), pl.when(withdrawn).then(pl.lit("withdrawn"))
        ),
    )


def splits_disjoint(curriculum: pl.DataFrame) -> pl.DataFrame:
    """No environment is in two splits, whoever learns from it."""
    splits = pl.col("split").unique().sort()
    return (
        curriculum.group_by("environment_id")
        .agg(splits.str.join(" and ").alias("splits"), splits.len().alias("count"))
        .select("environment_id", problem=pl.when(pl.col("count") > 1).then(pl.format("in {}", "splits")))
        .sort("environment_id")
    )


def weights_add_up(curriculum: pl.DataFrame) -> pl.DataFrame:
    """A learner's weights add up to 1 within a split."""
    weight = pl.col("weight")
    return (
        curriculum.group_by("learner", "split")
        .agg(weight.sum())
        .with_columns(problem=pl.when((weight - 1).abs() > ROUNDING).then(pl.lit("weights don't add up to 1")))
        .sort("learner", "split")
    )


def order_holds(curriculum: pl.DataFrame) -> pl.DataFrame:
    """A learner's positions are 1, 2, …, and lead from high unaided success to low; stages never go back."""
    place = pl.int_range(1, pl.len() + 1, dtype=pl.Int32).over("learner")
    success, stage = pl.col("success_without_hint"), pl.col("stage")
    return (
        curriculum.sort("learner", "position")
        .with_columns(
            place=place,
            before=success.shift().over("learner"),
            stage_before=stage.shift().over("learner"),
        )
        .select(
            *KEY,
            "position",
            "stage",
            "success_without_hint",
            problem=pl.coalesce(
                pl.when(pl.col("position") != pl.col("place")).then(pl.format("should be at position {}", "place")),
                pl.when(success > pl.col("before") + ROUNDING).then(pl.lit("easier than the one before")),
                pl.when(stage < pl.col("stage_before")).then(pl.lit("stage goes back")),
            ),
        )
    )


def seeds_fresh(season: Season, curriculum: pl.DataFrame) -> pl.DataFrame:
    """Training seeds are as many as the season asks for, all different, and none that anything was measured on."""
    rows = [
        (learner, environment_id, _seeds_problem(seeds, used_seeds(season, environment_id), season.training_seeds))
        for learner, environment_id, seeds in curriculum.select(*KEY, "training_seeds").iter_rows()
    ]
    return pl.DataFrame(rows, schema=dict.fromkeys((*KEY, "problem"), pl.String), orient="row")


def _seeds_problem(seeds: list[int], used: set[int], asked: int) -> str | None:
    spent = used.intersection(seeds)
    if spent:
        return f"{len(spent)} of {len(seeds)} seeds used for scores or checks"
    distinct = len(set(seeds))
    return None if len(seeds) == distinct == asked else f"{distinct} different seeds of {len(seeds)}, {asked} asked for"
