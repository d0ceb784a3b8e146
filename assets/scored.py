"""Which attempts count: the terminal ones, on environments that kept their contract all week."""

import polars as pl

KEY = ("environment_id", "author", "solver", "domain", "seed", "trial")


def withdrawn_environments(solve_attempts: pl.DataFrame) -> list[str]:
    """Environments that broke their contract in any attempt of the week (stop reason `environment_error`), sorted."""
    broken = solve_attempts.filter(pl.col("stop_reason") == "environment_error")
    return broken.get_column("environment_id").unique().sort().to_list()


def scored_attempts(solve_attempts: pl.DataFrame) -> pl.DataFrame:
    """The attempts that scores are made of (protocol sections 1 and 4).

    All attempts on a withdrawn environment are out, and so is every `incomplete` one: a fault of a provider or of our
    sandbox is never counted as a failure.

    Args:
        solve_attempts: rows of the table of that name; of its columns KEY, condition, status and stop_reason are read.

    Returns:
        KEY, condition, and success (1.0 or 0.0), in the order of those columns, so that no sum depends on input order.
    """
    return (
        solve_attempts.filter(
            pl.col("status").is_in(["success", "failure"]),
            ~pl.col("environment_id").is_in(withdrawn_environments(solve_attempts)),
        )
        .select(*KEY, "condition", success=(pl.col("status") == "success").cast(pl.Float64))
        .sort(*KEY, "condition")
    )
