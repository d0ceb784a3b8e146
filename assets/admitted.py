"""An admitted environment: one that passed every gating check, and is played."""

from dataclasses import dataclass

import polars as pl

from assets.ports import EnvironmentCode


@dataclass(frozen=True, slots=True)
class Environment:
    """What the later steps need to know of an environment."""

    environment_id: str
    author: str
    domain: str
    code: EnvironmentCode
    source_sha256: str
    hint: str
    hint_sha256: str

    @classmethod
    def of_row(cls, row: dict[str, object]) -> "Environment":
        """Read a row of `authored_environments` whose status is `written`."""
        return cls(
            environment_id=str(row["environment_id"]),
            author=str(row["author"]),
            domain=str(row["domain"]),
            code=EnvironmentCode(str(row["source"]), str(row["class_name"]), int(str(row["max_turns"]))),
            source_sha256=str(row["source_sha256"]),
            hint=str(row["hint"]),
            hint_sha256=str(row["hint_sha256"]),
        )


def admitted_ids(hint_validations: pl.DataFrame) -> pl.DataFrame:
    """One column, `environment_id`: those whose gating checks all passed, sorted."""
    return (
        hint_validations.filter(pl.col("gating"))
        .group_by("environment_id")
        .agg(pl.col("passed").fill_null(value=False).all())
        .filter(pl.col("passed"))
        .select("environment_id")
        .sort("environment_id")
    )


def admitted_environments(authored: pl.DataFrame, hint_validations: pl.DataFrame) -> list[Environment]:
    """The admitted environments of a week, by id."""
    played = authored.join(admitted_ids(hint_validations), on="environment_id", how="semi").sort("environment_id")
    return [Environment.of_row(row) for row in played.iter_rows(named=True)]
