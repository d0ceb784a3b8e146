"""What the designs must be: one of each environment that plays, with what its author and its certificates say of it."""

from datetime import date

import polars as pl

from assets.admitted import played_ids
from orchestration.checks.meaning.counting import exactly_once
from orchestration.checks.meaning.intervals import ROUNDING

KEY = ("environment_id",)
NEAREST = ("nearest_environment_id", "nearest_author", "nearest_similarity")


def every_played_once(validations: pl.DataFrame, designs: pl.DataFrame) -> pl.DataFrame:
    """Every environment that plays has one row, and no other."""
    return exactly_once(played_ids(validations), designs, KEY)


def designs_follow(authored: pl.DataFrame, validations: pl.DataFrame, designs: pl.DataFrame) -> pl.DataFrame:
    """Domain and turn cap are those of the environment; it has as many winning actions as its certificates.

    The sources are not seen whole: what is read off them is not looked at.
    """
    lengths = pl.col("certificates").list.eval(pl.element().struct.field("actions").list.len()).list.mean()
    certified = validations.filter(check_name="winnable").select("environment_id", certified=lengths)
    said = authored.select("environment_id", of_domain="domain", cap="max_turns")
    return (
        designs.join(said, on=KEY, how="left", maintain_order="left")
        .join(certified, on=KEY, how="left", maintain_order="left")
        .select(
            *KEY,
            "domain",
            "max_turns",
            "actions",
            problem=pl.coalesce(
                pl.when(pl.col("domain") != pl.col("of_domain")).then(pl.format("domain should be {}", "of_domain")),
                pl.when(pl.col("max_turns") != pl.col("cap")).then(pl.format("max_turns should be {}", "cap")),
                pl.when((pl.col("actions") - pl.col("certified")).abs() > ROUNDING).then(
                    pl.format("actions should be {}", "certified")
                ),
            ),
        )
    )


def nearest_known(week: date, designs: pl.DataFrame) -> pl.DataFrame:
    """The nearest environment is another author's, of this week or an earlier one; one of this week is in the table.

    Of earlier weeks nothing is seen; where another author has a row, there is a nearest one.
    """
    written = designs.select(nearest_environment_id="environment_id", wrote="author")
    nulls = pl.sum_horizontal(pl.col(name).is_null() for name in NEAREST)
    nearest = pl.col("nearest_environment_id")
    own_week = nearest.str.starts_with(f"{week}/")
    return (
        designs.with_columns(authors=pl.col("author").n_unique())
        .join(written.unique(), on="nearest_environment_id", how="left", maintain_order="left")
        .select(
            *KEY,
            "author",
            *NEAREST,
            problem=pl.coalesce(
                pl.when(nulls.is_between(1, 2)).then(pl.lit("the nearest one is told by halves")),
                pl.when((nulls == 3) & (pl.col("authors") > 1)).then(pl.lit("another author has one")),
                pl.when(pl.col("nearest_author") == pl.col("author")).then(pl.lit("the nearest is the author's own")),
                pl.when(~own_week & (nearest > f"{week}/")).then(pl.lit("the nearest is of a later week")),
                pl.when(own_week & pl.col("wrote").ne_missing(pl.col("nearest_author"))).then(
                    pl.lit("the nearest is not in the table")
                ),
            ),
        )
    )
