"""What the correlations of boards must be: each pair that is asked for once, with what the rankings' values give."""

from datetime import date
from itertools import product

import polars as pl
from scipy import stats

from assets.rankings.correlations import SOLVING_AGAINST_AUTHORING
from assets.rankings.ranks import DIGITS
from assets.tables import BOARD_CORRELATIONS, BOARDS, CORRELATIONS, SCOPES
from orchestration.checks.meaning.counting import exactly_once
from orchestration.checks.meaning.intervals import ROUNDING, interval_problems

KEY = BOARD_CORRELATIONS.key
_EXPECTED = {"on_both": pl.Int32, "correlation": pl.Float64, "by_chance": pl.Float64}
P_ROUNDING = 1e-6
"""Of three contestants whose correlation is near ±1 the p-value has the square root of the correlation's rounding."""


def every_pair_once(week: date, correlations: pl.DataFrame) -> pl.DataFrame:
    """Solving stands against authoring in each scope, and each board of the week against that of one earlier week.

    Whether there is an earlier week can't be told from the week's tables: then there are rows for all boards or none.
    """
    planned = [
        (scope, one, other, week, statistic)
        for scope, (one, other), statistic in product(SCOPES, SOLVING_AGAINST_AUTHORING, CORRELATIONS)
    ]
    before = correlations.filter(pl.col("other_week") < week).get_column("other_week").unique().sort().to_list()
    planned += [("week", board, board, earlier, "kendall_tau_b") for earlier in before[-1:] for board in BOARDS]
    schema = {name: BOARD_CORRELATIONS.polars_schema[name] for name in KEY}
    return exactly_once(pl.DataFrame(planned, schema=schema, orient="row"), correlations, KEY)


def intervals_hold_value(correlations: pl.DataFrame) -> pl.DataFrame:
    """Each interval has both ends and its value between them."""
    return correlations.select(
        *KEY, "value", "ci_low", "ci_high", problem=pl.coalesce(interval_problems("value", "ci_low", "ci_high"))
    )


def nulls_explained(correlations: pl.DataFrame) -> pl.DataFrame:
    """A correlation that is not known has a note that says why, and no p-value."""
    unknown = pl.col("value").is_null()
    return correlations.select(
        *KEY,
        "value",
        "p_value",
        "note",
        problem=pl.coalesce(
            pl.when(unknown & pl.col("note").is_null()).then(pl.lit("neither value nor note")),
            pl.when(unknown & pl.col("p_value").is_not_null()).then(pl.lit("a p_value without value")),
        ),
    )


def correlations_follow(week: date, rankings: pl.DataFrame, correlations: pl.DataFrame) -> pl.DataFrame:
    """Correlations of the week's own boards are those of the values in `rankings`.

    The values of an earlier week are not seen; all that is asked there is that no more contestants are compared than
    the week's board has. Nor is the boards' noise, which the disattenuated correlation is freed of.
    """
    # Rounded as the ranks are: a half goes to the even digit.
    values = rankings.drop_nulls("value").select(
        "scope", "board", "contestant", pl.col("value").round(DIGITS, mode="half_to_even")
    )
    pairs = correlations.select("scope", "board", "other_board", "statistic").iter_rows()
    expected = pl.DataFrame([_expected(values, *pair) for pair in pairs], schema=_EXPECTED, orient="row")
    own = pl.col("other_week") == week
    seen = own & (pl.col("statistic") != "pearson_disattenuated")
    return pl.concat([correlations, expected], how="horizontal").select(
        *KEY,
        "value",
        "p_value",
        "n",
        problem=pl.coalesce(
            pl.when(own & (pl.col("n") != pl.col("on_both"))).then(
                pl.format("{} contestants are on both boards", "on_both")
            ),
            pl.when(~own & (pl.col("n") > pl.col("on_both"))).then(
                pl.format("only {} contestants are on the board", "on_both")
            ),
            *(
                pl.when(seen & _differ(found, expected, rounding)).then(
                    pl.format(f"{found} should be {{}}", pl.col(expected).cast(pl.String).fill_null("null"))
                )
                for found, expected, rounding in (
                    ("value", "correlation", ROUNDING),
                    ("p_value", "by_chance", P_ROUNDING),
                )
            ),
        ),
    )


def _expected(
    values: pl.DataFrame, scope: str, board: str, other_board: str, statistic: str
) -> tuple[int, float | None, float | None]:
    """How many contestants are on both boards, how their values correlate, and the p-value of at least three."""
    one, other = (values.filter(scope=scope, board=name).drop("scope", "board") for name in (board, other_board))
    both = one.join(other, on="contestant", suffix="_there")
    x, y = both.get_column("value"), both.get_column("value_there")
    if min(x.n_unique(), y.n_unique()) < 2:
        return both.height, None, None
    found = (stats.pearsonr if statistic == "pearson" else stats.kendalltau)(x, y)
    return both.height, float(found.statistic), float(found.pvalue) if both.height > 2 else None


def _differ(one: str, other: str, rounding: float) -> pl.Expr:
    return (pl.col(one).is_null() != pl.col(other).is_null()) | ((pl.col(one) - pl.col(other)).abs() > rounding)
