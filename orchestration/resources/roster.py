"""The roster: the season's contestants, house players and language models alike, opened by name."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

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
