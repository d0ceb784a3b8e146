"""Asset `dossiers`: what each author is shown of the weeks before."""

from datetime import date

import dagster as dg
import polars as pl

from assets.catalog import POOL, WAREHOUSE_IO, declared_by, preview
from assets.contestants.entries import with_role
from assets.dossiers.allowed import allowed
from assets.dossiers.dossier import dossier
from assets.dossiers.evidence import Evidence, read_evidence
from assets.dossiers.paper import length
from assets.errors import OperatorError
from assets.failures import clear_failures
from assets.ports import History, Marts
from assets.season import Season
from assets.seeds import sha256
from assets.tables import DOSSIERS
from assets.week_results import AFTER_THE_WEEKS_BEFORE
from assets.weeks import parse_week


@dg.asset(**declared_by(DOSSIERS), deps=[AFTER_THE_WEEKS_BEFORE], io_manager_key=WAREHOUSE_IO, pool=POOL)
@clear_failures()
def dossiers(
    context: dg.AssetExecutionContext,
    contestants: pl.DataFrame,
    season: dg.ResourceParam[Season],
    history: dg.ResourceParam[History],
    marts: dg.ResourceParam[Marts],
) -> pl.DataFrame:
    week = parse_week(context.partition_key)
    evidence = _evidence(season, history, marts, week)
    frame = DOSSIERS.frame([_row(season, week, author, evidence) for author in with_role(contestants, "author")])
    context.add_output_metadata({"preview": preview(frame, ["author", "dossier", "weeks", "bytes"], rows=30)})
    return frame


def _evidence(season: Season, history: History, marts: Marts, week: date) -> Evidence | None:
    """Of the weeks before; None where the season shows nothing, or there are none.

    Raises:
        OperatorError: an earlier week was begun and is not finished. A dossier without it would be another one once it
            is, and whoever wrote by it would have to be asked again.
    """
    if season.dossier == "none":
        return None
    if unfinished := history.unfinished_before(week):
        raise OperatorError(
            f"week {unfinished[0]} is not finished, and the dossiers of week {week} rest on it; "
            f"finish it first: duels tournament --week {unfinished[0]}"
        )
    weeks = [played.week for played in history.before(week)]
    return read_evidence(marts, weeks) if weeks else None


def _row(season: Season, week: date, author: str, evidence: Evidence | None) -> dict[str, object]:
    shown = allowed(season, author, week) if evidence else "none"
    text = None
    if evidence and shown != "none":
        text = dossier(author, public=shown == "public", evidence=evidence, tokens=season.dossier_tokens)
    return {
        "week": week,
        "author": author,
        "dossier": shown if text is not None else "none",
        "weeks": len(evidence.weeks) if evidence and text is not None else 0,
        "text": text,
        "text_sha256": sha256(text) if text is not None else None,
        "bytes": length(text) if text is not None else 0,
    }
