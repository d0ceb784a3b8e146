"""An admitted environment, one that passed every gating check; the last admitted version of each slot is played."""

from dataclasses import dataclass

import polars as pl

from assets.ports import EnvironmentCode
from assets.tables import AUTHORED_ENVIRONMENTS
from assets.versions import SLOT_ID

DESIGN = ("week", "environment_id", "author", "domain", "title", "class_name", "source", "max_turns")
"""The columns of `authored_environments` that say what an environment is."""


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


def played_ids(hint_validations: pl.DataFrame) -> pl.DataFrame:
    """One column, `environment_id`: of each slot the last admitted version, sorted."""
    last = admitted_ids(hint_validations).group_by(SLOT_ID.alias("slot_id")).agg(pl.col("environment_id").max())
    return last.select("environment_id").sort("environment_id")


def played_environments(authored: pl.DataFrame, hint_validations: pl.DataFrame) -> list[Environment]:
    """The environments of a week that are played, by id."""
    return [Environment.of_row(row) for row in _played(authored, hint_validations).iter_rows(named=True)]


def played_designs(authored: pl.DataFrame, hint_validations: pl.DataFrame) -> pl.DataFrame:
    """The columns DESIGN of the environments of a week that are played, by id."""
    return _played(authored, hint_validations).select(DESIGN)


def no_designs() -> pl.DataFrame:
    """The frame of no environments at all."""
    return AUTHORED_ENVIRONMENTS.frame([]).select(DESIGN)


def _played(authored: pl.DataFrame, hint_validations: pl.DataFrame) -> pl.DataFrame:
    return authored.join(played_ids(hint_validations), on="environment_id", how="semi").sort("environment_id")
