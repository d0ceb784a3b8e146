"""Which dossier an author is allowed in a week: the season's, or none where it is its turn to go without."""

from datetime import date

from assets.season import Season
from assets.weeks import number_of


def allowed(season: Season, author: str, week: date) -> str:
    """`none`, `own` or `public`.

    With `dossier_alternates: week` everybody goes without in every second week. With `author` every second author (in
    the season file's order, who joins later after those before) goes without, and in the next week the others do.
    """
    turn = number_of(week)
    if season.dossier_alternates == "author":
        joined = sorted(season.authors, key=lambda name: season.entry(name).from_week or date.min)
        turn += joined.index(author)
    return "none" if season.dossier_alternates and turn % 2 == 0 else season.dossier
