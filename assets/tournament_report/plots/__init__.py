"""The report's plots, drawn by Altair and rendered without a browser."""

from assets.tournament_report.figure import Figure
from assets.tournament_report.plots.cost_against_rating import cost_against_rating
from assets.tournament_report.plots.difficulty_against_discrimination import difficulty_against_discrimination
from assets.tournament_report.plots.head_to_head import head_to_head
from assets.tournament_report.plots.hint_uplift import hint_uplift
from assets.tournament_report.plots.leaderboard import leaderboard
from assets.tournament_report.plots.ratings_over_weeks import ratings_over_weeks
from assets.tournament_report.plots.solving_against_authoring import solving_against_authoring
from assets.tournament_report.plots.validation_failures import validation_failures
from assets.tournament_report.results import Results

_DRAWN = (
    leaderboard,
    head_to_head,
    solving_against_authoring,
    hint_uplift,
    difficulty_against_discrimination,
    ratings_over_weeks,
    cost_against_rating,
    validation_failures,
)


def figures(results: Results) -> list[Figure]:
    """All plots of the report's week; those that have nothing to show say why."""
    return [draw(results) for draw in _DRAWN]
