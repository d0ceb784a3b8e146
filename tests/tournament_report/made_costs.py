"""Costs and failures of made-up play."""

import polars as pl

from tournament_report.made_pairs import KEYS, in_scopes
from tournament_report.made_play import HOUSE, UNPRICED, Play
from tournament_report.made_shares import add_share, whole


def contestant_costs(play: Play, pairs: pl.DataFrame) -> pl.DataFrame:
    def priced(name: str, dollars_a_token: float) -> pl.Expr:
        unpriced, free = pl.col(name) == UNPRICED, pl.col(name) == HOUSE
        size = 4 ** (pl.col(name).str.len_chars() % 5).cast(pl.Float64)
        return pl.when(~unpriced).then(pl.when(free).then(0.0).otherwise(pl.col("tokens_out") * size * dollars_a_token))

    solving = (
        in_scopes(play.attempts.with_columns(cost=priced("solver", 1e-7)))
        .group_by(*KEYS, contestant="solver")
        .agg(
            attempts=pl.len().cast(pl.Int64),
            scored_attempts=(~pl.col("incomplete")).sum().cast(pl.Int64),
            incomplete_attempts=pl.col("incomplete").sum().cast(pl.Int64),
            faults=pl.col("incomplete").sum().cast(pl.Int64),
            successes=pl.col("success").sum().cast(pl.Int64),
            solving_tokens_in=pl.col("tokens_in").sum(),
            solving_tokens_out=pl.col("tokens_out").sum(),
            solving_cost_usd=whole("cost"),
            unpriced_attempts=pl.col("cost").null_count().cast(pl.Int64),
        )
    )
    authoring = (
        in_scopes(play.environments.with_columns(cost=priced("author", 1e-7)))
        .group_by(*KEYS, contestant="author")
        .agg(
            drafts=(pl.len() + pl.col("failed").is_not_null().sum()).cast(pl.Int64),
            environments=pl.len().cast(pl.Int64),
            authoring_tokens_in=pl.col("tokens_in").sum(),
            authoring_tokens_out=pl.col("tokens_out").sum(),
            authoring_cost_usd=whole("cost"),
            probing_tokens_in=pl.col("tokens_in").sum() // 2,
            probing_tokens_out=pl.col("tokens_out").sum() // 2,
            probing_cost_usd=whole("cost") / 2,
            unpriced_environments=pl.col("cost").null_count().cast(pl.Int64),
        )
    )
    taught = in_scopes(pairs).group_by(*KEYS, contestant="author").agg(pl.col("taught").sum().cast(pl.Int64))
    joined = solving.join(authoring, on=[*KEYS, "contestant"], how="left").join(
        taught, on=[*KEYS, "contestant"], how="left"
    )
    counts = [
        "drafts",
        "environments",
        "authoring_tokens_in",
        "authoring_tokens_out",
        "probing_tokens_in",
        "probing_tokens_out",
        "unpriced_environments",
        "taught",
    ]
    solver_only = pl.col("environments") == 0
    joined = joined.with_columns(pl.col(counts).fill_null(0)).with_columns(
        authoring_cost_usd=pl.when(solver_only).then(0.0).otherwise("authoring_cost_usd"),
        probing_cost_usd=pl.when(solver_only).then(0.0).otherwise("probing_cost_usd"),
        faults_cost_usd=pl.col("solving_cost_usd") / 10,
        unpriced=pl.col("unpriced_attempts") + pl.col("unpriced_environments"),
        tokens=pl.sum_horizontal(
            *(f"{step}_tokens_{way}" for step in ("authoring", "probing", "solving") for way in ("in", "out"))
        ),
    )
    return (
        joined.with_columns(
            cost_usd=pl.sum_horizontal(
                *(f"{step}_cost_usd" for step in ("authoring", "probing", "solving", "faults")), ignore_nulls=False
            ),
            tokens_per_success=pl.when(pl.col("successes") > 0).then(pl.col("tokens") / pl.col("successes")),
            cost_per_success_usd=pl.when(pl.col("successes") > 0).then(
                pl.col("solving_cost_usd") / pl.col("successes")
            ),
            cost_per_taught_usd=pl.when(pl.col("taught") > 0).then(pl.col("authoring_cost_usd") / pl.col("taught")),
        )
        .drop("unpriced_attempts", "unpriced_environments")
        .sort(*KEYS, "contestant")
    )


def failure_reasons(play: Play) -> pl.DataFrame:
    authors = (
        play.environments.with_columns(of=pl.len().over("week", "author"))
        .filter(pl.col("failed").is_not_null())
        .with_columns(
            whose=pl.when(pl.col("failed") == "incomplete").then(pl.lit("provider")).otherwise(pl.lit("author"))
        )
        .group_by("week", "of", "whose", contestant="author", reason="failed")
        .agg(n=pl.len())
        .with_columns(role=pl.lit("author"))
    )
    blame = {"provider_error": "provider", "sandbox_error": "sandbox", "environment_error": "environment"}
    solvers = (
        play.attempts.with_columns(of=pl.len().over("week", "solver"))
        .filter(pl.col("success").is_null() | ~pl.col("success"))
        .group_by("week", "of", contestant="solver", reason="stop_reason")
        .agg(n=pl.len())
        .with_columns(role=pl.lit("solver"), whose=pl.col("reason").replace_strict(blame, default="solver"))
    )
    order = ["week", "contestant", "role", "reason", "whose", "n", "of"]
    rows = pl.concat([authors.select(order), solvers.select(order)]).with_columns(pl.col("n", "of").cast(pl.Int64))
    return add_share(rows, "n", "of", name="share").sort(order[:4])
