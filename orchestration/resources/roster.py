"""The roster: the season's contestants, house players and language models alike, opened by name."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from assets.errors import OperatorError
from assets.ports import Contestant
from assets.season import Season
from orchestration.resources.house.player import HousePlayer


class SeasonRoster:
    """Opens the contestants of one season (`assets.ports.Roster`)."""

    def __init__(self, season: Season) -> None:
        self._season = season

    @asynccontextmanager
    async def open(self, contestant: str) -> AsyncIterator[Contestant]:
        """Connect to one contestant; its client is closed when the context ends.

        Raises:
            OperatorError: the environment variable that should hold its key is not set.
        """
        entry = self._season.entry(contestant)
        if entry.is_house:
            yield HousePlayer(entry)
            return
        # litellm takes seconds to import and is needed by seasons with real models only.
        from orchestration.resources.language_model import open_language_model

        async with open_language_model(entry) as model:
            yield model


def require_keys(season: Season) -> None:
    """Find that every key which the season names is there, before anybody is asked for anything.

    Raises:
        OperatorError: the environment variables that are not set, with the contestants they are for.
    """
    missing = [
        f"{entry.api_key_env} (for {entry.name})"
        for entry in season.contestants
        if entry.api_key_env and not os.environ.get(entry.api_key_env)
    ]
    if missing:
        raise OperatorError(f"keys are missing; set the environment variables {', '.join(missing)}")
