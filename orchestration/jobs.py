"""The job: one run plays one week, from the contestants to the report."""

import dagster as dg

weekly_tournament = dg.define_asset_job(
    "weekly_tournament",
    selection=dg.AssetSelection.all(),
    description="Play one week's tournament and its quality checks. Running it again resumes what was cut off.",
    # The house season's steps are short: a process a step would cost seconds of imports each.
    executor_def=dg.in_process_executor,
)
