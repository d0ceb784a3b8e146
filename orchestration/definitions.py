"""The code location that Dagster loads: the season that DUELS_SEASON names, in the home that DUELS_HOME names."""

import dagster as dg

from assets.progress import Unwatched
from orchestration.resources.home import Home
from orchestration.resources.seasons import find_season
from orchestration.step_process import end_with_run
from orchestration.wiring import build_definitions


def _from_environment() -> dg.Definitions:
    end_with_run()
    home, season = Home.from_environment(), find_season()
    home.claim(season)
    return build_definitions(home, season, Unwatched())


defs = _from_environment()
