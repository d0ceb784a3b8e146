"""Results: what a report is drawn from, read from the marts once."""

from dataclasses import dataclass, fields
from datetime import date
from typing import Self

import polars as pl

from assets.ports import Marts
from assets.tables import TABLES

PROVISIONAL_PAIRS = 30
"""With fewer matched pairs in a role a contestant is provisional: `provisional_pairs` of the dbt project."""


@dataclass(frozen=True, slots=True)
class Results:
    """Frames of the marts of the same name (columns: `dbt_project/models/marts`), rows of the weeks up to the report's.

    Attributes:
        week: the Monday that the report is about. Frames hold no later week, so that the report of a week stays the
            same when later ones are played.
        board_correlations, season_trends, dossier_effects: the tables of these names.
    """

    week: date
    standings: pl.DataFrame
    head_to_head: pl.DataFrame
    duel_log: pl.DataFrame
    hint_uplift: pl.DataFrame
    environment_difficulty: pl.DataFrame
    authoring_vs_solving: pl.DataFrame
    rating_history: pl.DataFrame
    contestant_costs: pl.DataFrame
    failure_reasons: pl.DataFrame
    board_correlations: pl.DataFrame
    season_trends: pl.DataFrame
    dossier_effects: pl.DataFrame

    @classmethod
    def views(cls) -> dict[str, str]:
        """By frame, the view that it is read from."""
        names = [field.name for field in fields(cls) if field.name != "week"]
        return {name: f"stg_{name}" if name in TABLES else name for name in names}

    @classmethod
    def read(cls, marts: Marts, week: date) -> Self:
        """The results of a week and of the season up to it."""
        return cls(week, **{name: marts.rows(view, week) for name, view in cls.views().items()})
