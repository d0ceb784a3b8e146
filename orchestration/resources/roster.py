"""The roster: the season's contestants, house players and language models alike, opened by name."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date

from assets.contestant_entry import ContestantEntry
from assets.errors import OperatorError
from assets.journal import Journals
from assets.ports import Contestant
from assets.season import Season
from orchestration.resources.house.player import HousePlayer
from orchestration.resources.language_model.pace import Pace
from orchestration.resources.ledger import open_ledger
from orchestration.resources.prices import price_of
from orchestration.resources.remembering import Remembering


class SeasonRoster:
    """Opens the contestants of one season (`assets.ports.Roster`)."""

    def __init__(self, season: Season, journals: Journals) -> None:
        self._season = season
        self._journals = journals
        self._paces: dict[str, Pace] = {}

    @asynccontextmanager
    async def open(self, contestant: str, week: date) -> AsyncIterator[Contestant]:
        """Connect to one contestant for its work of one week; its client is closed when the context ends.

        Raises:
            OperatorError: its key is missing, or a price that its budget needs, or another run is asking for it.
        """
        entry = self._season.entry(contestant)
        if entry.is_house:
            yield HousePlayer(entry)
            return
        _require_price(self._season, entry)
        # litellm takes seconds to import and is needed by seasons with real models only.
        from orchestration.resources.language_model.opening import open_language_model

        if contestant not in self._paces:
            self._paces[contestant] = Pace.resumed(entry.limits.requests_per_minute)
        pace = self._paces[contestant]
        with open_ledger(self._season, week, contestant, self._journals) as ledger:
            async with open_language_model(entry, pace, ledger) as model:
                yield Remembering(model, ledger)


def require_ready(season: Season) -> None:
    """Find that every key is there, and every price that a budget needs, before anybody is asked for anything.

    Raises:
        OperatorError: what is missing, with the contestants it is for.
    """
    missing = [
        f"{entry.api_key_env} (for {entry.name})"
        for entry in season.contestants
        if entry.api_key_env and not os.environ.get(entry.api_key_env)
    ]
    if missing:
        raise OperatorError(f"keys are missing; set the environment variables {', '.join(missing)}")
    for entry in season.contestants:
        _require_price(season, entry)


def _require_price(season: Season, entry: ContestantEntry) -> None:
    limited = season.usd_per_week is not None or entry.limits.usd_per_week is not None
    if limited and price_of(entry) is None:
        raise OperatorError(
            f"contestant {entry.name}: usd_per_week can't be kept without a price; set its `price:` in the season file "
            "(USD per million tokens, input and output), or take the limit away"
        )
