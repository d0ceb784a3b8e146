"""What a week leaves to the weeks after it, as Dagster sees it.

Authors of a week read how the weeks before it went. Assets can't depend on each other in a circle, not even from week
to week, so the results of a week stand in Dagster's catalog as an asset of their own that no step makes: `rankings`
reports it.
"""

import dagster as dg

from assets.catalog import GROUP, OWNERS
from assets.partitions import WEEKS

NAME = "week_results"

WEEK_RESULTS = dg.AssetSpec(
    NAME,
    description="What the weeks up to this one leave to those after it: their environments, findings and outcomes. Its "
    "data version is a hash of them; later weeks are out of date when it has changed.",
    group_name=GROUP,
    owners=OWNERS,
    kinds={"duckdb"},
    partitions_def=WEEKS,
)

LOOKS_BACK = 12
"""Weeks. A change in an older one reaches a week through those between, whose versions change with it."""

AFTER_THE_WEEKS_BEFORE = dg.AssetDep(
    NAME, partition_mapping=dg.TimeWindowPartitionMapping(start_offset=-LOOKS_BACK, end_offset=-1)
)


def report(context: dg.AssetExecutionContext, version: str) -> None:
    """Tell Dagster that the week's results stand.

    Args:
        version: `assets.ports.History.version` of the week.
    """
    tags = {"dagster/data_version": version}
    # In this order: of an asset that no step makes Dagster compares the versions of observations that came after the
    # last materialization, and shows a partition as there by its materialization.
    context.log_event(dg.AssetObservation(NAME, partition=context.partition_key, tags=tags))
    context.log_event(dg.AssetMaterialization(NAME, partition=context.partition_key, tags=tags))
