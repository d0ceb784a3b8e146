"""Convergence: the rows of `design_convergence`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import date

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

    Each author also stands against all others together (other_author `panel`): whom a copier copies may change from
    week to week. Those are another family of tests, one an author.

    The panel's own numbers are means over the ordered pairs that have one in the week. Each pair's following rests on
    other environments in every week; the panel's does not, and in simulated seasons without a trend its order of weeks
    was found to rise twice too often: it is not tested. Its similarity is, and has no p_holm, being one test.

    Args:
        authors: the authors of the week, whether or not any of their environments was admitted.
        designs: the admitted environments of the weeks up to this one, `assets.admitted.DESIGN`.
        seed: of the permutation tests' draws.

    Returns:
        Rows of `design_convergence`.
    """
    found = resemblance(week, authors, designs)
    others = [*found.authors, PANEL]
    now = found.environments[-1]
    pairs = [(i, j) for i in range(len(found.authors)) for j in range(len(others)) if i != j]
    rows = {
        (found.authors[i], others[j]): _row(
            found,
            (now[i], now[j] if j < now.size else now.sum() - now[i]),
            found.similarity[:, i, j],
            found.follows[:, i, j],
            direction(found.follows[:, i, j], found.backwards[:, i, j], seed),
            seed,
        )
        for i, j in pairs
    }
    singly = [pair for pair in rows if PANEL not in pair]
    together = [pair for pair in rows if PANEL in pair]
    _adjust(rows, "similarity", [pair for pair in singly if pair[0] < pair[1]])
    for one, other in singly:
        # As alike as the other to the one.
        rows[one, other]["similarity_p_holm"] = rows[min(one, other), max(one, other)]["similarity_p_holm"]
    _adjust(rows, "similarity", together)
    for family in (singly, together):
        _adjust(rows, "follows", family)
        _adjust(rows, "excess", family)
    similarity, follows = (numbers[:, :, :-1] for numbers in (found.similarity, found.follows))
    rows[PANEL, PANEL] = _row(found, (now.sum(), now.sum()), _panel(similarity), _panel(follows), None, seed)
    keyed = ({"week": week, "author": one, "other_author": other, **row} for (one, other), row in rows.items())
    return DESIGN_CONVERGENCE.frame([*keyed])


def _row(
    found: Resemblance,
    environments: tuple[np.int64, np.int64],
    similarity: Array,
    follows: Array,
    directed: Direction | None,
    seed: int,
) -> Row:
    """A row but for its key and with no p-value adjusted.

    Args:
        environments: of the two.
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
