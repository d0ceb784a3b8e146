"""The season's entries as rows of `contestants`."""

from datetime import date

import polars as pl

from assets.season import Season


def contestant_rows(season: Season, week: date) -> list[dict[str, object]]:
    """One row a contestant that takes part in the week.

    Settings are JSON and hold no secret: keys stand in the environment, not in a season.
    """
    return [
        {
            "week": week,
            "contestant": entry.name,
            "model": entry.model,
            "roles": list(entry.roles),
            "settings": entry.settings_json,
            "season": season.name,
        }
        for entry in season.at(week).contestants
    ]


def with_role(contestants: pl.DataFrame, role: str) -> list[str]:
    """The contestants of a week that play a role, sorted by name."""
    return contestants.filter(pl.col("roles").list.contains(role)).get_column("contestant").sort().to_list()
