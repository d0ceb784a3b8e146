"""Estimates: a weighted mean over environments, with the error that environments being few and different leaves."""

import polars as pl
from scipy import stats

LEVEL = 0.95
_ROUNDING = 1e-12


def estimates(terms: pl.DataFrame, lowest: float, highest: float) -> pl.DataFrame:
    """Values, standard errors and intervals from a score's terms.

    The value is Σ w_e x_e. Attempts on one environment are not independent, so the error is the sandwich clustered by
    environment, SE² = K/(K−1) · Σ w_e² (x_e − value)², K the number of environments, and the 95 % interval uses the
    quantile of t(K−1); it is cut to [lowest, highest]. (Bell and McCaffrey 2002 on why neither may be left out.)

    Args:
        terms: what `weighted` returns.
        lowest: of the score's range; also highest.

    Returns:
        contestant, value, std_error, ci_low, ci_high, n (= K). Error and interval are null where K < 2, and where x is
        the same on every environment: the spread is then unknown, not 0.
    """
    # Summed as distances from the first x: weights that add up to 1 only nearly would make 0.999… of a perfect score.
    first = pl.col("x").first().over("contestant")
    aggregated = (
        terms.with_columns(part=pl.col("weight") * (pl.col("x") - first))
        .with_columns(value=first + pl.col("part").sum().over("contestant"))
        .group_by("contestant", maintain_order=True)
        .agg(
            pl.col("value").first().clip(lowest, highest),
            pl.len().cast(pl.Int64).alias("n"),
            (pl.col("weight") * (pl.col("x") - pl.col("value"))).pow(2).sum().alias("squares"),
            (pl.col("x").max() - pl.col("x").min() > _ROUNDING).alias("varies"),
        )
    )
    # Without a spread K may be 1; the quantile of t(0) is never looked up.
    freedom = aggregated.get_column("n").clip(lower_bound=2).to_numpy() - 1
    quantiles = pl.Series("quantile", stats.t.ppf((1 + LEVEL) / 2, freedom), dtype=pl.Float64)
    reach = pl.col("std_error") * pl.col("quantile")
    n = pl.col("n")
    return (
        aggregated.with_columns(quantiles)
        .with_columns(std_error=pl.when(pl.col("varies")).then((n / (n - 1) * pl.col("squares")).sqrt()))
        .with_columns(
            ci_low=(pl.col("value") - reach).clip(lower_bound=lowest),
            ci_high=(pl.col("value") + reach).clip(upper_bound=highest),
        )
        .select("contestant", "value", "std_error", "ci_low", "ci_high", "n")
    )
