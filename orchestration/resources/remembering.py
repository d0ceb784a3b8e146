"""A contestant that remembers: what was paid for is not asked for again."""

from collections.abc import Sequence
from dataclasses import replace

from assets.errors import NoAnswer
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
            NoAnswer: the contestant's own; it says what was paid for answers of no use, in earlier runs too.
        """
        key = self._ledger.key(messages, seed, max_tokens)
        answer = self._ledger.known(key)
        if answer is None:
            try:
                answer = await self._contestant.complete(messages, seed=seed, max_tokens=max_tokens)
            except NoAnswer as error:
                error.bill = self._ledger.wasted(key)
                raise
            await self._ledger.keep(key, answer)
        return replace(answer, faults_cost_usd=self._ledger.wasted(key).faults_cost_usd)
