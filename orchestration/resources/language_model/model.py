"""A language model with its settings: asks, asks again where that may help, and keeps to its limits."""

import asyncio
import random
from collections.abc import Sequence
from typing import Protocol

from assets.contestant_entry import ContestantEntry
from assets.errors import ContextOverflow, ProviderError
from assets.ports import Completion, Message
from orchestration.resources.language_model.fault import HOPELESS, Fault
from orchestration.resources.language_model.library import litellm
from orchestration.resources.language_model.pace import Pace
from orchestration.resources.language_model.request import request
from orchestration.resources.prices import price_of

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 60.0
"""A provider that asks to wait longer than that has failed for this run."""

_BYTES_A_MESSAGE = 16
"""More tokens than any chat format wraps around one message."""


class Account(Protocol):
    """Who pays for a model's answers."""

    def require_budget(self) -> None:
        """Find that one more request may be paid for.

        Raises:
            BudgetReached: it may not.
        """
        ...

    async def keep_useless(self, messages: Sequence[Message], seed: int, max_tokens: int, answer: Completion) -> None:
        """Book an answer to a question that was paid for and is of no use."""
        ...


class LanguageModel:
    """One model with its settings (`assets.ports.Contestant`)."""

    def __init__(
        self,
        entry: ContestantEntry,
        api_key: str | None,
        pace: Pace,
        account: Account,
    ) -> None:
        self._entry = entry
        self._api_key = api_key
        self._price = price_of(entry)
        self._pace = pace
        self._account = account
        self._gate = asyncio.Semaphore(entry.limits.parallel)
        self._hopeless: Fault | None = None

    def __repr__(self) -> str:
        return f"LanguageModel({self._entry.model!r})"

    async def complete(self, messages: Sequence[Message], *, seed: int, max_tokens: int) -> Completion:
        """Ask the model, with its season's settings.

        Once the provider has refused the key or does not know the model, nothing more is asked.

        Raises:
            BudgetReached: nothing more may be spent.
            ProviderError: no answer after the season's tries; the text names the kind of fault and never the key.
            ContextOverflow: the conversation is longer than the season's context (by LiteLLM's count), or the model's.
        """
        self._require_room(messages, max_tokens)
        tries = 0
        while True:
            try:
                tries += 1
                return await self._request(messages, seed, max_tokens)
            except Fault as fault:
                if fault.kind in HOPELESS:
                    self._hopeless = fault
                if fault.billed is not None:
                    await self._account.keep_useless(messages, seed, max_tokens, fault.billed)
                wait = self._wait(fault, tries)
                if wait is None:
                    raise ProviderError(f"{self._entry.name}: {fault}{_counted(tries)}") from None
            await asyncio.sleep(wait)

    async def _request(self, messages: Sequence[Message], seed: int, max_tokens: int) -> Completion:
        async with self._gate:
            await self._pace.turn()
            if self._hopeless is not None:
                raise ProviderError(f"{self._entry.name}: {self._hopeless}; asked no more")
            # Here, when no more than `parallel` are on their way: so many at most pass the limit.
            self._account.require_budget()
            return await request(self._entry, self._api_key, self._price, messages, seed=seed, max_tokens=max_tokens)

    def _wait(self, fault: Fault, tries: int) -> float | None:
        """Seconds until the next try: what the provider asked for, at least an exponential back-off with jitter.
        None where there is none."""
        asked = fault.retry_after_s or 0.0
        if not fault.may_pass or tries >= self._entry.sampling.tries or asked > LONGEST_WAIT_S:
            return None
        if asked:
            self._pace.pause(asked)
        back_off = min(FIRST_WAIT_S * 2 ** (tries - 1), LONGEST_WAIT_S)
        return max(asked, float(back_off) * random.uniform(0.5, 1.0))

    def _require_room(self, messages: Sequence[Message], max_tokens: int) -> None:
        context = self._entry.sampling.context_tokens
        # Counting takes long, and no token is shorter than a byte.
        most = sum(len(message["content"].encode()) + _BYTES_A_MESSAGE for message in messages)
        if most + max_tokens <= context:
            return
        if litellm.token_counter(model=self._entry.model, messages=list(messages)) + max_tokens > context:
            raise ContextOverflow(
                f"{self._entry.name}: the conversation leaves no room for an answer in {context:,} tokens"
            )


def _counted(tries: int) -> str:
    return f" ({tries} tries)" if tries > 1 else ""
