"""The report: a week's results as one self-contained page."""

from collections.abc import Callable, Iterable, Sequence

import polars as pl

from assets.rankings.resampling import RESAMPLES
from assets.tournament_report.figure import Figure
from assets.tournament_report.notes import notes
from assets.tournament_report.page import page
from assets.tournament_report.pairs import shown_pairs
from assets.tournament_report.paradox import paradox
from assets.tournament_report.results import PROVISIONAL_PAIRS, Results
from assets.tournament_report.tables.leaderboard import RATINGS, SHARES
from assets.tournament_report.tables.of_week import tables
from assets.tournament_report.transcripts import pairs_within
from assets.tournament_report.turnout import turnout
from assets.tournament_report.uplift import uplift

TRANSCRIPT_BYTES = 3_000_000
"""What transcripts may take of a page that stays under 5 MB with its figures and tables."""

type Transcripts = Callable[[Sequence[str]], pl.DataFrame]
"""From attempt_ids of the week to whole rows of `solve_attempts`."""


def report(
    results: Results,
    season: str,
    figures: Iterable[Figure],
    outcomes: pl.DataFrame,
    authored: pl.DataFrame,
    transcripts: Transcripts,
) -> str:
    """The page as HTML, the same for the same results.

    Args:
        season: the season's name.
        figures: the plots, with the names that the page's sections know.
        outcomes: the week's rows of `solve_attempts`; transcripts are not read.
        authored: the week's rows of `authored_environments`; environment_id, title, domain and hint are read.
    """
    pairs = shown_pairs(outcomes)
    attempts = transcripts([*pairs.get_column("without_hint"), *pairs.get_column("with_hint")])
    shown = pairs_within(TRANSCRIPT_BYTES, pairs, attempts, authored)
    return page(
        week=results.week,
        season=season,
        turnout=turnout(results, outcomes),
        figures={figure.name: figure for figure in figures},
        tables=tables(results, {pair.environment_id: pair.anchor for pair in shown}),
        notes=notes(results, [*RATINGS, *SHARES]),
        paradoxes=[found for scope in ("week", "season") if (found := paradox(results, scope))],
        uplift=uplift(results),
        pairs=shown,
        pairs_left_out=pairs.height - len(shown),
        provisional_pairs=PROVISIONAL_PAIRS,
        resamples=RESAMPLES,
    )
