"""An admitted environment: one that passed every gating check, and is played."""

from dataclasses import dataclass

import polars as pl

from assets.ports import EnvironmentCode
from assets.tables import AUTHORED_ENVIRONMENTS

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


def admitted_environments(authored: pl.DataFrame, hint_validations: pl.DataFrame) -> list[Environment]:
    """The admitted environments of a week, by id."""
    return [Environment.of_row(row) for row in _admitted(authored, hint_validations).iter_rows(named=True)]


def admitted_designs(authored: pl.DataFrame, hint_validations: pl.DataFrame) -> pl.DataFrame:
    """The columns DESIGN of the admitted environments of a week, by id."""
    return _admitted(authored, hint_validations).select(DESIGN)


def no_designs() -> pl.DataFrame:
    """The frame of no environments at all."""
    return AUTHORED_ENVIRONMENTS.frame([]).select(DESIGN)


def _admitted(authored: pl.DataFrame, hint_validations: pl.DataFrame) -> pl.DataFrame:
    return authored.join(admitted_ids(hint_validations), on="environment_id", how="semi").sort("environment_id")
