"""Which dossier an author is allowed: the season's, and the switch-back designs."""

from datetime import timedelta

import pytest
from checks.made_week import SEASON

from assets.dossiers.allowed import allowed
from assets.errors import OperatorError
from assets.season import Season, load_season
from assets.weeks import FIRST_WEEK

WEEKS = [FIRST_WEEK + timedelta(weeks=number) for number in range(4)]


def season(**fields) -> Season:
    return Season.model_validate(SEASON.model_dump(exclude_unset=True) | fields)


def shown(of: Season) -> dict[str, list[str]]:
    return {author: [allowed(of, author, week) for week in WEEKS] for author in of.authors}


@pytest.mark.parametrize("dossier", ["none", "own", "public"])
def test_everybody_is_allowed_what_the_season_shows(dossier):
    assert shown(season(dossier=dossier)) == {"ada": [dossier] * 4, "bob": [dossier] * 4}


def test_by_week_all_authors_go_without_at_once():
    found = shown(season(dossier="own", dossier_alternates="week"))
    assert found == {"ada": ["none", "own", "none", "own"], "bob": ["none", "own", "none", "own"]}


def test_by_author_they_take_turns():
    found = shown(season(dossier="public", dossier_alternates="author"))
    assert found == {"ada": ["none", "public", "none", "public"], "bob": ["public", "none", "public", "none"]}


@pytest.mark.parametrize("place", [0, 1, 3], ids=["first", "between", "last"])
def test_who_joins_later_changes_nobody_s_turn_wherever_it_stands_in_the_file(place):
    late = {"name": "zoe", "model": "house/player", "skills": {}, "from_week": WEEKS[2]}
    of = season(dossier="own", dossier_alternates="author")
    entries = [*of.model_dump(exclude_unset=True)["contestants"]]
    entries.insert(place, late)
    joined = season(dossier="own", dossier_alternates="author", contestants=entries)
    assert {name: turns for name, turns in shown(joined).items() if name != "zoe"} == shown(of)
    # Checks see the season as it is in their week.
    for week in WEEKS:
        present = joined.at(week)
        assert all(allowed(present, name, week) == allowed(joined, name, week) for name in present.authors)


def test_alternating_nothing_is_refused(tmp_path):
    path = tmp_path / "season.yaml"
    path.write_text(
        "name: s\nseed: s\ndossier_alternates: week\ncontestants: [{name: ada, model: house/player, skills: {}}]\n"
    )
    with pytest.raises(OperatorError, match="there is nothing to alternate; set dossier to own or public"):
        load_season(path)
