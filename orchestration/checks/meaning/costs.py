"""What is known of the money: every answer that was asked for has a cost."""

import polars as pl


def costs_known(rows: pl.DataFrame, named_by: tuple[str, ...]) -> pl.DataFrame:
    """Every row has a cost; one that used tokens of a model without a price has none (never 0.0)."""
    return rows.select(
        *named_by,
        problem=pl.when(pl.any_horizontal(pl.col("cost_usd", "faults_cost_usd").is_null())).then(
            pl.lit("the model has no price")
        ),
    )
