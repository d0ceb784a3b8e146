"""What the contestants and their environments must be: those of the season, whole."""

from datetime import date

import polars as pl

from assets.authored_environments.slots import slots
from assets.contestants.entries import contestant_rows
from assets.season import Season
from assets.tables import CONTESTANTS
from orchestration.checks.meaning.counting import exactly_once

WRITTEN = ("title", "class_name", "source", "source_sha256", "hint", "hint_sha256")
"""What a written environment can't do without."""


def season_takes_part(season: Season, week: date, contestants: pl.DataFrame) -> pl.DataFrame:
    """Every contestant of the season stands there once, with its roles, and nobody else."""
    entered = CONTESTANTS.frame(contestant_rows(season, week))
    return exactly_once(entered, contestants, ["contestant", "roles", "season"])


def every_slot_once(season: Season, week: date, authored: pl.DataFrame) -> pl.DataFrame:
    """Every author has one first version for each of its slots, of the slot's domain."""
    owed = pl.DataFrame(
        [
            (slot.environment_id, slot.author, slot.name, slot.domain)
            for author in season.authors
            for slot in slots(season, week, author)
        ],
        schema=dict.fromkeys(("environment_id", "author", "slot", "domain"), pl.String),
        orient="row",
    )
    return exactly_once(owed, authored.filter(pl.col("version") == 0), owed.columns)


def versions_follow(season: Season, authored: pl.DataFrame) -> pl.DataFrame:
    """A hardened version follows one that was written, has its id, and is of no round beyond the season's."""
    written = authored.filter(pl.col("status") == "written").select(
        "author", "slot", version=pl.col("version") + 1, follows=pl.lit(value=True)
    )
    round_id = pl.format("{}/{}/{}/harden_{}", "week", "author", "slot", pl.col("version").cast(pl.String).str.zfill(2))
    return (
        authored.filter(pl.col("version") > 0)
        .join(written, on=["author", "slot", "version"], how="left", maintain_order="left")
        .select(
            "environment_id",
            "version",
            problem=pl.coalesce(
                pl.when(pl.col("environment_id") != round_id).then(pl.lit("the id is of another version")),
                pl.when(pl.col("version") > season.harden_rounds).then(pl.lit("the season has no such round")),
                pl.when(pl.col("follows").is_null()).then(pl.lit("there is no written version before it")),
            ),
        )
    )


def written_is_whole(authored: pl.DataFrame) -> pl.DataFrame:
    """A written environment has its source, its hint and their hashes; any other says why it is not written."""
    written = pl.col("status") == "written"
    return authored.select(
        "environment_id",
        "status",
        problem=pl.coalesce(
            *(
                pl.when(written & pl.col(name).is_null()).then(pl.lit(f"written, but without {name}"))
                for name in WRITTEN
            ),
            pl.when(~written & pl.col("error").is_null()).then(pl.lit("does not say why it is not written")),
        ),
    )
