"""Convergence: the rows of `design_convergence`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import date
from itertools import permutations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from assets.contestant_entry import PANEL
from assets.design_convergence import direction as directions
from assets.design_convergence import trend as trends
from assets.design_convergence.direction import Direction, direction
from assets.design_convergence.resemblance import Resemblance, resemblance
from assets.design_convergence.trend import trend
from assets.pairwise_outcomes.holm import holm
from assets.tables import DESIGN_CONVERGENCE

type Array = NDArray[np.float64]
type Row = dict[str, object]
type Pair = tuple[str, str]


def design_convergence(week: date, authors: Sequence[str], designs: pl.DataFrame, seed: int) -> pl.DataFrame:
    """How alike each two authors of a week are, how closely each follows each other one, and how both have changed.

    The panel's numbers are means over the ordered pairs that have one in the week. Each pair's following rests on other
    environments in every week; the panel's does not, and in simulated seasons without a trend its order of weeks was
    found to rise twice too often: it is not tested. The panel's similarity is, and has no p_holm, being one test.

    Args:
        authors: the authors of the week, whether or not any of their environments was admitted.
        designs: the admitted environments of the weeks up to this one, `assets.admitted.DESIGN`.
        seed: of the permutation tests' draws.

    Returns:
        Rows of `design_convergence`.
    """
    found = resemblance(week, authors, designs)
    pairs = [*permutations(range(len(found.authors)), 2)]
    rows = {
        (found.authors[i], found.authors[j]): _row(
            found,
            found.environments[-1, [i, j]],
            found.similarity[:, i, j],
            found.follows[:, i, j],
            direction(found.follows[:, i, j], found.backwards[:, i, j], seed),
            seed,
        )
        for i, j in pairs
    }
    _adjust(rows, "similarity", [pair for pair in rows if pair[0] < pair[1]])
    _adjust(rows, "follows", rows)
    _adjust(rows, "excess", rows)
    for (one, other), row in rows.items():
        # As alike as the other to the one.
        row["similarity_p_holm"] = rows[min(one, other), max(one, other)]["similarity_p_holm"]
    everything = found.environments[-1].sum()
    rows[PANEL, PANEL] = _row(
        found, np.repeat(everything, 2), _panel(found.similarity), _panel(found.follows), None, seed
    )
    keyed = ({"week": week, "author": one, "other_author": other, **row} for (one, other), row in rows.items())
    return DESIGN_CONVERGENCE.frame([*keyed])


def _row(
    found: Resemblance,
    environments: NDArray[np.int64],
    similarity: Array,
    follows: Array,
    directed: Direction | None,
    seed: int,
) -> Row:
    """A row but for its key and with no p-value adjusted.

    Args:
        environments: of the two, shape (2,).
        similarity, follows: shape (weeks,), the last one being this.
        directed: None for the panel, which follows nobody.
    """
    own, others = map(int, environments)
    row: Row = {"environments": own, "other_environments": others}
    for name, values in (("similarity", similarity), ("follows", follows)):
        row[name] = float(values[-1]) if np.isfinite(values[-1]) else None
        row |= {f"{name}_{part}": value for part, value in asdict(trend(found.weeks, values, seed)).items()}
    if directed is None:
        row |= dict.fromkeys(("follows_low", "follows_high", "follows_p"))
    seen = directed or Direction()
    row |= {"excess": seen.excess, "excess_weeks": seen.weeks, "excess_p": seen.p}
    row |= dict.fromkeys(("similarity_p_holm", "follows_p_holm", "excess_p_holm"))
    return row | {"note": "; ".join(_notes(row, found.weeks.size, of_panel=directed is None)) or None}


def _notes(row: Row, weeks: int, *, of_panel: bool) -> Iterator[str]:
    """Why numbers are null."""
    if row["similarity"] is None:
        yield "nothing to compare this week"
    if row["follows"] is None:
        yield "no week before this one" if weeks == 1 else "nothing to follow from the week before"
    if row["similarity_p"] is None or (row["follows_p"] is None and not of_panel):
        yield f"trends are tested from {trends.FEWEST_FOR_TEST} weeks on"
    if row["excess_p"] is None and not of_panel:
        yield f"the excess is tested from {directions.FEWEST_FOR_TEST} weeks that follow another on"
    if of_panel:
        yield "the panel's following shares environments between weeks: no interval and no test"


def _panel(values: Array) -> Array:
    """Means over the pairs, shape (weeks,); nan where no pair has a number."""
    flat = values.reshape(len(values), -1)
    known = np.isfinite(flat)
    counts = known.sum(axis=1)
    sums = np.where(known, flat, 0).sum(axis=1)
    return np.asarray(np.divide(sums, counts, out=np.full(len(values), np.nan), where=counts > 0))


def _adjust(rows: dict[Pair, Row], name: str, family: Iterable[Pair]) -> None:
    """Fill a p_holm over the pairs of a family that have a p-value."""
    tested = {pair: p for pair in family if isinstance(p := rows[pair][f"{name}_p"], float)}
    for pair, adjusted in zip(tested, holm(list(tested.values())), strict=True):
        rows[pair][f"{name}_p_holm"] = adjusted
