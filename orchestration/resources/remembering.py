"""A contestant that remembers: what was paid for is not asked for again."""

from collections.abc import Sequence

from assets.ports import Completion, Contestant, Message
from orchestration.resources.ledger import Ledger


class Remembering:
    """A contestant with its ledger (`assets.ports.Contestant`)."""

    def __init__(self, contestant: Contestant, ledger: Ledger) -> None:
        self._contestant = contestant
        self._ledger = ledger

    async def complete(self, messages: Sequence[Message], *, seed: int, max_tokens: int) -> Completion:
        """The answer from the ledger, or a new one, which is on disk when it is given.

        Raises:
            ProviderError, BudgetReached, ContextOverflow: as the contestant's own.
        """
        key = self._ledger.key(messages, seed, max_tokens)
        if (known := self._ledger.known(key)) is not None:
            return known
        answer = await self._contestant.complete(messages, seed=seed, max_tokens=max_tokens)
        await self._ledger.keep(key, answer)
        return answer
