"""Seasons whose contestants are house players behind a house server, reached as any language model is."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date

from assets.contestant_entry import ContestantEntry, Price, Sampling
from assets.journal import Journals
from assets.ports import Completion, Contestant, Message
from assets.season import Season
from orchestration.resources.house.player import HousePlayer

KEY_VARIABLE = "HOUSE_SERVER_KEY"
KEY = "sk-marker-0815-4711"
"""A key that is like no other text: where it is found, it was written."""

FREE = Price(input=0, output=0)


def behind(url: str, house: Season, sampling: Sampling | None = None, **by_contestant: dict[str, object]) -> Season:
    """The season with its players behind a server: same names, other models.

    Args:
        by_contestant: fields of single entries.
    """
    fields = {"api_base": url, "api_key_env": KEY_VARIABLE, "price": FREE, "sampling": sampling or Sampling()}
    entries = tuple(
        ContestantEntry(
            **{"name": entry.name, "model": f"openai/{entry.name}", "roles": entry.roles}
            | fields
            | by_contestant.get(entry.name, {})
        )
        for entry in house.contestants
    )
    return house.model_copy(update={"contestants": entries})


def direct_roster(house: Season) -> type:
    """A roster that opens the players of `house` themselves, where the season names the models they stand behind."""

    class DirectRoster:
        def __init__(self, season: Season, journals: Journals) -> None: ...

        @asynccontextmanager
        async def open(self, contestant: str, week: date) -> AsyncIterator[Contestant]:
            yield _Asked(HousePlayer(house.entry(contestant)))

    return DirectRoster


class _Asked:
    """Asks as a provider is asked: with a seed of 31 bits; the answers have the season's price, which is 0."""

    def __init__(self, player: HousePlayer) -> None:
        self._player = player

    async def complete(self, messages: Sequence[Message], *, seed: int, max_tokens: int) -> Completion:
        answer = await self._player.complete(messages, seed=seed % 2**31, max_tokens=max_tokens)
        return replace(answer, prices="season")
