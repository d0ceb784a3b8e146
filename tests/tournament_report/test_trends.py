"""The tables of trends and of dossiers' effects, as text."""

import re
from html import unescape

import polars as pl
import pytest
from markupsafe import Markup

from assets.tables import DOSSIER_EFFECTS, SEASON_TRENDS
from assets.tournament_report.tables.of_week import tables
from assets.tournament_report.tables.trends import dossier_effects, trends
from tournament_report.made_play import WEEK
from tournament_report.made_results import made_results


def cells(table: Markup) -> list[list[str]]:
    """The body's cells, the two lines of one joined by a bar."""
    body = re.search(r"<tbody.*?</tbody>", table, re.DOTALL)
    assert body
    rows = re.findall(r"<tr.*?</tr>", body[0], re.DOTALL)
    found = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[unescape(re.sub("<.*?>", "", cell.replace("<small>", "|"))) for cell in row] for row in found]


def trend(contestant: str, board: str, slope: float | None, low: float | None, high: float | None, change: str | None):
    return dict.fromkeys(SEASON_TRENDS.column_names) | {
        "week": WEEK,
        "board": board,
        "contestant": contestant,
        "weeks": 5,
        "slope": slope,
        "ci_low": low,
        "ci_high": high,
        "change": change,
    }


def test_a_change_has_its_word_and_none_shown_has_none():
    frame = SEASON_TRENDS.frame(
        [
            trend("ada", "solver", 12.4, 4.0, 20.8, "rises"),
            trend("ada", "author", -3.2, -9.0, 2.6, "level"),
            trend("ada", "canonical_solve", -0.021, -0.03, -0.012, "falls"),
            trend("ada", "duel", 5.0, None, None, None),
            trend("ada", "composite", None, None, None, None),
        ]
    )
    assert cells(trends(frame)) == [
        ["ada", "5", "12 rises|4 to 21", "−3|−9 to 3", "5|–", "–", "−2.1 falls|−3.0 to −1.2", "–"]
    ]


def test_an_effect_has_its_evidence_and_its_note():
    row = {
        "week": WEEK,
        "outcome": "hint_gain",
        "authors": 6,
        "weeks_with": 12,
        "weeks_without": 18,
        "effect": 0.042,
        "std_error": 0.01,
        "ci_low": 0.016,
        "ci_high": 0.068,
        "p_value": 0.03125,
        "note": "all <authors>",
    }
    assert cells(dossier_effects(DOSSIER_EFFECTS.frame([row]))) == [
        ["hint gain|all <authors>", "4.2|1.6 to 6.8", "0.031", "6", "12|18"]
    ]


@pytest.mark.parametrize(("weeks", "there"), [(2, set()), (3, {"trends", "dossier_effects"})])
def test_both_tables_take_three_weeks(weeks, there):
    found = tables(made_results(4, weeks, 2, 2), {})
    assert found.keys() & {"trends", "dossier_effects"} == there


def test_a_contestant_without_any_slope_is_left_out():
    results = made_results(4, 3, 2, 2)
    contestant = results.season_trends.get_column("contestant")[0]
    gone = pl.when(pl.col("contestant") != contestant).then(pl.col("slope")).alias("slope")
    changed = type(results)(
        **{name: getattr(results, name) for name in results.__slots__}
        | {"season_trends": results.season_trends.with_columns(gone)}
    )
    names = [row[0] for row in cells(tables(changed, {})["trends"])]
    assert len(names) == 3
    assert contestant not in names
