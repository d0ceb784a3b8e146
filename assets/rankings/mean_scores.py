"""Mean scores as standings: the boards whose score is a mean over environments."""

import polars as pl

from assets.rankings.estimates import estimates
from assets.rankings.evidence import Evidence
from assets.rankings.resampling import Resamples
from assets.rankings.standing import Standing
from assets.rankings.terms import weighted


def mean_standing(
    evidence: Evidence,
    resamples: Resamples,
    terms: pl.DataFrame,
    role: str,
    lowest: float,
) -> Standing:
    """The standing by a score's terms.

    Args:
        role: whose board it is, `author` or `solver`; ranked are those who have it in the last week.
        lowest: possible score; the highest is 1.
    """
    ranked = evidence.ranked
    with_role = evidence.weeks[-1].authors if role == "author" else evidence.weeks[-1].solvers
    terms = weighted(terms.filter(pl.col("contestant").is_in(with_role)))
    row = (
        pl.DataFrame({"contestant": ranked}, schema={"contestant": pl.String})
        .join(estimates(terms, lowest, 1.0), on="contestant", how="left")
        .with_columns(pl.col("n").fill_null(0))
    )
    numbers = {name: row.get_column(name).to_numpy() for name in ("value", "std_error", "ci_low", "ci_high")}
    return Standing(
        **numbers,
        n=row.get_column("n").to_numpy(),
        draws=resamples.means(terms, ranked),
        notes=[
            _note(role, name in with_role, n, known)
            for name, n, known in zip(ranked, row["n"], row["ci_low"].is_not_null(), strict=True)
        ],
    )


def _note(role: str, plays: bool, n: int, known: bool) -> str | None:
    if n == 0:
        return "nothing to average" if plays else f"not {'an author' if role == 'author' else 'a solver'}"
    if n == 1:
        return "no interval: one environment"
    return None if known else "no interval: the same score on every environment"
