"""Effects: what a dossier does to each outcome, the authors being the sample."""

from datetime import date

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats

from assets.confidence import TAIL
from assets.dossier_effects.contrast import contrast
from assets.sign_flip import flipped_p
from assets.tables import DOSSIER_EFFECTS, DOSSIER_OUTCOMES
from assets.weeks import DAYS

type Array = NDArray[np.float64]
type Row = dict[str, object]

_ROUNDING = 1e-9


def dossier_effects(week: date, outcomes: pl.DataFrame, dossiers: pl.DataFrame, seed: int) -> pl.DataFrame:
    """Rows of `dossier_effects`: the mean of the authors' contrasts, with a paired t interval and the sign-flip p.

    The interval holds what authors differ by. What a week does to all authors alike (a solver's bad week, say) drops
    out where one half of the authors has a dossier while the other has none, and counts as the dossier's where all have
    it in the same weeks. In simulated seasons of 4 to 20 weeks and 6 to 9 authors, each with its own trend and its own
    effect, 95 % intervals held the mean effect in 94 to 96 % by either design; with shocks to whole weeks half as large
    as an author's own noise, in 95 to 96 % where halves take turns, and in 80 to 88 % where all alternate together.

    What a dossier did must end when it is taken away. It does: house players read the whole history anew each week or
    none of it, and a model is asked each week in a conversation of its own, of which it keeps no memory.

    Args:
        week: the last of the weeks.
        outcomes: what `weekly_outcomes` returns, of all weeks so far.
        dossiers: week, author and dossier (`none` or what was shown) of all weeks so far.
        seed: of the sign-flip test's draws, where authors are too many to list all signs.
    """
    shown = dossiers.select("week", "author", (pl.col("dossier") != "none").alias("shown"))
    told = outcomes.join(shown, on=["week", "author"], how="inner").sort("outcome", "author", "week")
    some = bool(shown.get_column("shown").any())
    rows = [_row(week, outcome, told.filter(pl.col("outcome") == outcome), some, seed) for outcome in DOSSIER_OUTCOMES]
    return DOSSIER_EFFECTS.frame(rows)


def _row(week: date, outcome: str, told: pl.DataFrame, some: bool, seed: int) -> Row:
    compared = [(own, found) for own in told.partition_by("author") if (found := _contrast(own)) is not None]
    contrasts = np.array([found for _, found in compared])
    with_dossier = sum(int(own.get_column("shown").sum()) for own, _ in compared)
    everything = sum(own.height for own, _ in compared)
    return {
        "week": week,
        "outcome": outcome,
        "authors": len(compared),
        "weeks_with": with_dossier,
        "weeks_without": everything - with_dossier,
        "effect": float(contrasts.mean()) if compared else None,
        **_judged(contrasts, seed),
        "note": _note(contrasts, [own for own, _ in compared], some=some),
    }


def _contrast(own: pl.DataFrame) -> float | None:
    weeks = own.get_column("week").to_physical() / DAYS
    return contrast(weeks.to_numpy(), own.get_column("value").to_numpy(), own.get_column("shown").to_numpy())


def _judged(contrasts: Array, seed: int) -> Row:
    if not _spread(contrasts):
        return dict.fromkeys(("std_error", "ci_low", "ci_high", "p_value"))
    error = float(stats.sem(contrasts))
    half = float(stats.t.ppf(1 - TAIL, contrasts.size - 1)) * error
    mean = float(contrasts.mean())
    return {
        "std_error": error,
        "ci_low": mean - half,
        "ci_high": mean + half,
        "p_value": flipped_p(contrasts, seed),
    }


def _spread(contrasts: Array) -> bool:
    return contrasts.size > 1 and float(np.ptp(contrasts)) > _ROUNDING


def _note(contrasts: Array, compared: list[pl.DataFrame], *, some: bool) -> str | None:
    if not compared:
        if not some:
            return "no author was shown a dossier"
        return "no author's dossier was taken away again: the season does not alternate, or is too young"
    if len(compared) == 1:
        return "one author: nothing to judge the effect by"
    if not _spread(contrasts):
        return "the same with every author: nothing to judge the effect by"
    kinds = pl.concat(compared).group_by("week").agg(pl.col("shown").n_unique()).get_column("shown")
    if kinds.to_list() == [1] * len(kinds):
        return "all authors had it in the same weeks: what else those weeks had in common counts as its effect"
    return None
