"""The job: one run plays one week, from the contestants to the report."""

import dagster as dg

PARTITION_TAG = "dagster/partition"
"""Of a run: which week it plays."""

weekly_tournament = dg.define_asset_job(
    "weekly_tournament",
    selection=dg.AssetSelection.all(),
    description="Play one week's tournament and its quality checks. Running it again resumes what was cut off.",
)
