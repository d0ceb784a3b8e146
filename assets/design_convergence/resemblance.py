"""Resemblance: how alike each author's environments and another's, or all others', were in every week so far, and how
closely the one followed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import permutations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from assets.design_convergence.similarities import similarities

type Array = NDArray[np.float64]
type Places = NDArray[np.intp] | None


@dataclass(frozen=True, slots=True)
class Resemblance:
    """Numbers of every week, author and other author; nan where there is nothing to compare, and on the diagonals. The
    last of the others, beyond the authors, are all other authors together.

    Attributes:
        authors: their names, sorted.
        weeks: of the season so far, shape (weeks,), counted from its first one.
        environments: how many each author had admitted, shape (weeks, authors).
        similarity: mean over pairs of environments of the two in the week, shape (weeks, authors, authors + 1).
        follows: mean over the first one's environments of the highest similarity to any that the second had in the
            week played before, same shape.
        backwards: the same with the weeks exchanged, the first one's environments of the week before against those that
            the second had in this one: what nobody can have followed.
    """

    authors: list[str]
    weeks: Array
    environments: NDArray[np.int64]
    similarity: Array
    follows: Array
    backwards: Array


def resemblance(week: date, authors: Sequence[str], designs: pl.DataFrame) -> Resemblance:
    """Compare the authors of a week over the season up to it.

    Args:
        authors: those whose numbers are asked for; others' designs are left out.
        designs: the admitted environments of the weeks up to this one, `assets.admitted.DESIGN`.
    """
    names = sorted(authors)
    designs = designs.filter(pl.col("author").is_in(names)).sort("environment_id")
    alike = similarities(designs.get_column("source").to_list())
    rows = designs.with_row_index("place").group_by("week", "author").agg(pl.col("place").sort())
    places = {(monday, author): np.array(found) for monday, author, found in rows.iter_rows()}
    mondays = sorted({*designs.get_column("week"), week})
    shape = len(mondays), len(names), len(names) + 1
    similarity, follows, backwards = (np.full(shape, np.nan) for _ in range(3))
    singly = [(i, j, [names[j]]) for i, j in permutations(range(len(names)), 2)]
    together = [(i, len(names), [*names[:i], *names[i + 1 :]]) for i in range(len(names))]
    for i, j, others in (*singly, *together):
        for number, monday in enumerate(mondays):
            own, theirs = places.get((monday, names[i])), _joined(places, monday, others)
            similarity[number, i, j] = _mean(alike, own, theirs)
            if number:
                before = mondays[number - 1]
                follows[number, i, j] = _closest(alike, own, _joined(places, before, others))
                backwards[number, i, j] = _closest(alike, places.get((before, names[i])), theirs)
    return Resemblance(
        names,
        np.array([(monday - mondays[0]).days / 7 for monday in mondays]),
        np.array([[len(places.get((monday, name), ())) for name in names] for monday in mondays], np.int64),
        similarity,
        follows,
        backwards,
    )


def _joined(places: Mapping[tuple[date, str], NDArray[np.intp]], monday: date, authors: Sequence[str]) -> Places:
    """Where the environments of some authors stand; None where they have none in the week."""
    found = [places[monday, author] for author in authors if (monday, author) in places]
    return np.concatenate(found) if found else None


def _mean(alike: Array, own: Places, theirs: Places) -> float:
    """Mean similarity of one of each; nan where either has none."""
    return float("nan") if own is None or theirs is None else float(alike[np.ix_(own, theirs)].mean())


def _closest(alike: Array, own: Places, theirs: Places) -> float:
    """Mean over the own ones of the highest similarity to any of theirs; nan where either has none."""
    return float("nan") if own is None or theirs is None else float(alike[np.ix_(own, theirs)].max(axis=1).mean())
