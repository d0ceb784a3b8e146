"""What the attempts must be: those of the plan, with outcomes that agree with themselves, in whole pairs."""

from collections.abc import Sequence

import polars as pl

from assets.admitted import played_environments
from assets.environment_probes.probing import planned_probes
from assets.pairwise_outcomes.matched_pairs import matched_pairs
from assets.scored import KEY, scored_attempts, withdrawn_environments
from assets.season import Season
from assets.solve_attempts.plan import Attempt, plan
from orchestration.checks.meaning.counting import exactly_once

NAMED_BY = ("environment_id", "solver", "seed", "condition", "trial")
FAULTS = ("provider_error", "budget_reached", "sandbox_error", "environment_error")
"""Stop reasons that say nothing about the solver."""


def every_attempt_once(
    season: Season, authored: pl.DataFrame, validations: pl.DataFrame, attempts: pl.DataFrame
) -> pl.DataFrame:
    """Every solver has one attempt for each admitted environment, benchmark seed, condition and trial; no others."""
    environments = played_environments(authored, validations)
    return _once([a for solver in season.solvers for a in plan(season, solver, environments)], attempts)


def every_probe_once(season: Season, authored: pl.DataFrame, probes: pl.DataFrame) -> pl.DataFrame:
    """Every prober has one attempt for each version that was put before its author again, seed and condition."""
    return _once(planned_probes(season, authored), probes)


def _once(planned: Sequence[Attempt], attempts: pl.DataFrame) -> pl.DataFrame:
    """Exactly the planned attempts stand in a table, each once."""
    named = [(a.environment.environment_id, a.solver, a.seed, a.condition, a.trial) for a in planned]
    return exactly_once(
        pl.DataFrame(named, schema={name: attempts.schema[name] for name in NAMED_BY}, orient="row"), attempts, NAMED_BY
    )


def outcomes_agree(attempts: pl.DataFrame) -> pl.DataFrame:
    """Success is told exactly of terminal attempts, and status, stop reason and turns agree with each other."""
    status, reason = pl.col("status"), pl.col("stop_reason")
    expected = {"success": True, "failure": False, "incomplete": None}
    return attempts.select(
        *NAMED_BY,
        "status",
        "stop_reason",
        "success",
        problem=pl.coalesce(
            *(
                pl.when((status == name) & pl.col("success").ne_missing(pl.lit(success, pl.Boolean))).then(
                    pl.lit("success does not follow from status")
                )
                for name, success in expected.items()
            ),
            pl.when((status == "success") & (reason != "terminated")).then(pl.lit("won without an end")),
            pl.when((status == "incomplete") != reason.is_in(FAULTS)).then(pl.lit("stop reason of another status")),
            pl.when(pl.col("turns") != pl.col("transcript").list.len()).then(pl.lit("turns are not the transcript's")),
            pl.when(pl.col("self_play") != (pl.col("author") == pl.col("solver"))).then(pl.lit("self_play is wrong")),
        ),
    )


def pairs_matched(attempts: pl.DataFrame) -> pl.DataFrame:
    """Every pair of attempts counts: both are terminal, and the environment kept its contract all week."""
    single = attempts.unique([*KEY, "condition"], keep="first", maintain_order=True)
    counted = matched_pairs(scored_attempts(single)).select(*KEY, counts=pl.lit(value=True))
    withdrawn = withdrawn_environments(single)
    why = pl.format("{}: {}", "condition", pl.col("stop_reason")).filter(pl.col("status") == "incomplete").sort()
    return (
        single.group_by(KEY, maintain_order=True)
        .agg(why.str.join(", ").alias("why"))
        .join(counted, on=KEY, how="left")
        .select(
            "environment_id",
            "solver",
            "seed",
            "trial",
            problem=pl.when(pl.col("counts").is_null()).then(
                pl.when(pl.col("environment_id").is_in(withdrawn))
                .then(pl.lit("environment broke its contract: withdrawn"))
                .when(pl.col("why") != "")
                .then(pl.col("why"))
                .otherwise(pl.lit("one condition is missing"))
            ),
        )
        .sort("environment_id", "solver", "seed", "trial")
    )
