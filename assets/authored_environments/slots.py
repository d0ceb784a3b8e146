"""The slots of a week: which environment an author owes, in which domain."""

from dataclasses import dataclass
from datetime import date

from assets.season import Season
from assets.weeks import number_of


@dataclass(frozen=True, slots=True)
class Slot:
    """One environment that one author owes for one week."""

    week: date
    author: str
    name: str
    domain: str

    @property
    def environment_id(self) -> str:
        """`<week>/<author>/<slot>`."""
        return f"{self.week}/{self.author}/{self.name}"


def slots(season: Season, week: date, author: str) -> list[Slot]:
    """An author's slots. Domains rotate over slots and weeks, and are the same for every author of a week."""
    first = number_of(week) * season.environments_per_author
    return [
        Slot(week, author, f"env_{index + 1:03d}", season.domains[(first + index) % len(season.domains)])
        for index in range(season.environments_per_author)
    ]
