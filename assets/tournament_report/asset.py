"""Asset `tournament_report`: the week as a page to read and to send."""

import base64
from pathlib import Path
from typing import TYPE_CHECKING

import dagster as dg
import polars as pl

from assets.catalog import GROUP, OWNERS
from assets.failures import clear_failures
from assets.partitions import WEEKS
from assets.ports import Marts
from assets.season import Season
from assets.tournament_report.file import replace_file
from assets.tournament_report.results import Results
from assets.weeks import parse_week

if TYPE_CHECKING:
    from assets.tournament_report.figure import Figure

READS = (*Results.views().values(), "stg_solve_attempts", "stg_authored_environments")
"""The views that a report is read from."""


@dg.asset(
    description="The week's report: one HTML file with leaderboard, plots, tables and transcripts, made to be opened "
    "from disk and sent.",
    group_name=GROUP,
    owners=OWNERS,
    kinds={"html"},
    tags={"step": "tournament_report"},
    partitions_def=WEEKS,
    deps=[dg.AssetKey(name) for name in READS],
)
@clear_failures()
def tournament_report(
    context: dg.AssetExecutionContext,
    marts: dg.ResourceParam[Marts],
    season: dg.ResourceParam[Season],
    reports: dg.ResourceParam[Path],
) -> dg.MaterializeResult[None]:
    # Here, so that definitions load without the libraries that draw.
    from assets.tournament_report.plots import figures
    from assets.tournament_report.report import report

    week = parse_week(context.partition_key)
    results = Results.read(marts, week)
    drawn = figures(results)
    page = report(
        results,
        season.name,
        drawn,
        outcomes=marts.outcomes(week),
        authored=marts.rows("stg_authored_environments", week).filter(pl.col("week") == week),
        transcripts=lambda attempt_ids: marts.transcripts(week, attempt_ids),
    )
    path = reports / f"{week}.html"
    content = page.encode()
    replace_file(path, content)
    images = {figure.name: _shown(figure) for figure in drawn}
    return dg.MaterializeResult(metadata={"path": dg.MetadataValue.path(path), "bytes": len(content), **images})


def _shown(figure: "Figure") -> dg.MarkdownMetadataValue:
    """The plot for Dagster's UI."""
    from assets.tournament_report.image import image

    if figure.chart is None:
        return dg.MetadataValue.md(figure.empty)
    encoded = base64.b64encode(image(figure)).decode()
    return dg.MetadataValue.md(f"![{figure.title}](data:image/png;base64,{encoded})")
