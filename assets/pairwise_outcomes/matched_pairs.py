"""A matched pair: a solver's two attempts at one (environment, seed, trial), one per condition, both terminal."""

import polars as pl

from assets.scored import KEY


def matched_pairs(scored: pl.DataFrame) -> pl.DataFrame:
    """Join the conditions of each attempt. Self-play is kept; an attempt without its partner is in no pair.

    Args:
        scored: what `scored_attempts` returns.

    Returns:
        KEY, unaided and hinted (success without and with the hint, 1.0 or 0.0), and the pair's outcome as four flags:
        solved (unaided success, the solver's point), taught (unaided failure and hinted success, the author's point),
        stumped (failure in both, nobody's point), and harmed (solved, and failed with the hint). Sorted by KEY.
    """
    unaided = scored.filter(pl.col("condition") == "without_hint").select(*KEY, unaided="success")
    hinted = scored.filter(pl.col("condition") == "with_hint").select(*KEY, hinted="success")
    alone, helped = pl.col("unaided") == 1, pl.col("hinted") == 1
    return (
        unaided.join(hinted, on=KEY, how="inner", validate="1:1")
        .with_columns(solved=alone, taught=~alone & helped, stumped=~alone & ~helped, harmed=alone & ~helped)
        .sort(*KEY)
    )


def foreign(frame: pl.DataFrame) -> pl.DataFrame:
    """Rows in which nobody plays an environment of its own."""
    return frame.filter(pl.col("author") != pl.col("solver"))


def hint_effects(by: str | list[str], pairs: pl.DataFrame) -> pl.DataFrame:
    """Hint gain, rescue and harm over sets of matched pairs (the published evaluation's definitions).

    Args:
        by: the columns that name a set.
        pairs: what `matched_pairs` returns, filtered to the pairs that count.

    Returns:
        One row a set, in the sets' order: `by`, environments, pairs, solved, taught, stumped, harmed (counts),
        hint_gain (mean of hinted minus unaided success), rescue (share of hinted successes among unaided failures) and
        harm (share of hinted failures among unaided successes). A share of nothing is null.
    """
    unaided_failures = pl.col("pairs") - pl.col("solved")
    return (
        pairs.group_by(by)
        .agg(
            pl.col("environment_id").n_unique().alias("environments"),
            pl.len().alias("pairs"),
            *(pl.col(outcome).sum() for outcome in ("solved", "taught", "stumped", "harmed")),
        )
        .with_columns(
            # Counts are integers: a difference of theirs is exact, whatever the order of the rows.
            hint_gain=(pl.col("taught").cast(pl.Float64) - pl.col("harmed")) / pl.col("pairs"),
            rescue=_share(pl.col("taught"), unaided_failures),
            harm=_share(pl.col("harmed"), pl.col("solved")),
        )
        .sort(by)
    )


def _share(part: pl.Expr, whole: pl.Expr) -> pl.Expr:
    """part / whole, null where there is nothing to share."""
    return pl.when(whole > 0).then(part / whole)
