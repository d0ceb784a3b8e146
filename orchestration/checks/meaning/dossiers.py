"""What dossiers must be: one an author, no more than the season shows, and within its bound."""

from datetime import date

import polars as pl

from assets.dossiers.allowed import allowed
from assets.dossiers.dossier import BYTES_A_TOKEN
from assets.season import Season
from orchestration.checks.meaning.counting import exactly_once


def every_author_once(season: Season, dossiers: pl.DataFrame) -> pl.DataFrame:
    """Every author of the week has one row."""
    return exactly_once(pl.DataFrame({"author": season.authors}, schema={"author": pl.String}), dossiers, ["author"])


def shown_as_allowed(season: Season, week: date, dossiers: pl.DataFrame) -> pl.DataFrame:
    """No author is shown what the season does not show it in this week, nor more of it than the season's bound."""
    may = {author: allowed(season, author, week) for author in season.authors}
    most = season.dossier_tokens * BYTES_A_TOKEN
    shown = pl.col("dossier") != "none"
    return dossiers.select(
        "author",
        "dossier",
        problem=pl.coalesce(
            pl.when(shown & (pl.col("dossier") != pl.col("author").replace_strict(may, default="none"))).then(
                pl.lit("not what the season shows it this week")
            ),
            pl.when(pl.col("bytes") > most).then(pl.format("longer than {} bytes", pl.lit(most))),
        ),
    )


def told_as_text(dossiers: pl.DataFrame) -> pl.DataFrame:
    """What is shown has its text, hash and length, and rests on earlier weeks; what is not shown has none of it."""
    shown = pl.col("dossier") != "none"
    whole = pl.col("text").is_not_null() & pl.col("text_sha256").is_not_null() & (pl.col("bytes") > 0)
    empty = pl.col("text").is_null() & pl.col("text_sha256").is_null() & (pl.col("bytes") == 0)
    return dossiers.select(
        "author",
        "dossier",
        problem=pl.coalesce(
            pl.when(shown & ~(whole & (pl.col("weeks") > 0))).then(pl.lit("shown, but not whole")),
            pl.when(~shown & ~(empty & (pl.col("weeks") == 0))).then(pl.lit("not shown, but not empty")),
        ),
    )
