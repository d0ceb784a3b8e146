"""What the findings must be: every check on every environment, and proof that each admitted one can be won."""

import polars as pl

from assets.admitted import admitted_ids
from assets.environment_seeds import benchmark_seeds
from assets.season import Season
from assets.tables import CHECKS, GATING_CHECKS
from orchestration.checks.meaning.counting import exactly_once


def every_check_once(authored: pl.DataFrame, validations: pl.DataFrame) -> pl.DataFrame:
    """Every environment has one finding of each check, also where there was nothing to judge."""
    checks = pl.DataFrame({"check_name": CHECKS})
    environments = authored.select("environment_id").unique()
    return exactly_once(environments.join(checks, how="cross"), validations, ["environment_id", "check_name"])


def gates_stand(validations: pl.DataFrame) -> pl.DataFrame:
    """Exactly the gating checks gate: no environment is admitted or turned down by any other."""
    gates = pl.col("check_name").is_in(GATING_CHECKS)
    return validations.select(
        "environment_id",
        "check_name",
        "gating",
        problem=pl.coalesce(
            pl.when(gates & ~pl.col("gating")).then(pl.lit("should gate")),
            pl.when(~gates & pl.col("gating")).then(pl.lit("should not gate")),
        ),
    )


def admitted_are_written(authored: pl.DataFrame, validations: pl.DataFrame) -> pl.DataFrame:
    """Only a written environment is admitted."""
    return (
        admitted_ids(validations)
        .join(authored.select("environment_id", "status"), on="environment_id", how="left", maintain_order="left")
        .with_columns(problem=pl.when(pl.col("status").ne_missing("written")).then(pl.lit("admitted, but not written")))
    )


def certificates_complete(season: Season, validations: pl.DataFrame) -> pl.DataFrame:
    """Every admitted environment has winning actions for each of its benchmark seeds, and for no other seed."""
    rows = []
    for environment_id in admitted_ids(validations).to_series():
        found = validations.filter(environment_id=environment_id, check_name="winnable").get_column("certificates")
        won = [
            certificate["seed"]
            for certificates in found.drop_nulls()
            for certificate in certificates
            if certificate["actions"]
        ]
        asked = benchmark_seeds(season, environment_id)
        rows += [
            (environment_id, seed, _certificate_problem(asked.count(seed), won.count(seed)))
            for seed in dict.fromkeys([*asked, *won])
        ]
    return pl.DataFrame(
        rows, schema={"environment_id": pl.String, "seed": pl.Int64, "problem": pl.String}, orient="row"
    )


def _certificate_problem(asked: int, found: int) -> str | None:
    if not found:
        return "no certificate"
    if not asked:
        return "not a benchmark seed"
    return None if found == asked else f"{found} certificates"
