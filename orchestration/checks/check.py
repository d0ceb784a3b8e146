"""A check: what must hold of one table in one week, and how the rows that break it are found."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

import polars as pl

from assets.season import Season


@dataclass(frozen=True, slots=True)
class Week:
    """What a check sees of a week: the table it is about and those that the table is derived from.

    Attributes:
        season: as it is in that week (`Season.at`).
    """

    season: Season
    week: date
    frames: Mapping[str, pl.DataFrame]

    def __getitem__(self, table: str) -> pl.DataFrame:
        return self.frames[table]


@dataclass(frozen=True, slots=True)
class Check:
    """One check of one table.

    Attributes:
        name: its name in Dagster and in `quality_checks`.
        asks: what must hold, as one sentence.
        failing: the rows that break it: what names a row, and `problem`, in short words.
        blocking: whether later steps must not build on a partition that breaks it.
    """

    name: str
    asks: str
    failing: Callable[[Week], pl.DataFrame]
    blocking: bool = True
