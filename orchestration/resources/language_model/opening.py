"""Opening a language model: its key from the environment, and a client that is closed when the last one leaves."""

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from assets.contestant_entry import ContestantEntry
from assets.errors import OperatorError
from assets.ports import Completion, Message
from orchestration.resources.language_model.library import GLOBAL_LOGGING_WORKER, litellm
from orchestration.resources.language_model.model import Account, LanguageModel
from orchestration.resources.language_model.pace import Pace
from orchestration.resources.language_model.tap import tapped_client

_open_in: Counter[asyncio.AbstractEventLoop] = Counter()
"""Open models, by event loop: LiteLLM's clients belong to a loop and are shared by all models there."""


class _Unlimited:
    """Pays for everything and counts nothing."""

    def require_budget(self) -> None: ...

    async def keep_useless(
        self, messages: Sequence[Message], seed: int, max_tokens: int, answer: Completion
    ) -> None: ...


@asynccontextmanager
async def open_language_model(
    entry: ContestantEntry,
    pace: Pace | None = None,
    account: Account | None = None,
) -> AsyncIterator[LanguageModel]:
    """The model, with its key from the environment.

    Args:
        pace: of the contestant's earlier requests in this process; a fresh one without it.
        account: who pays; without one there is no limit, and nothing is booked.

    Raises:
        OperatorError: the environment variable that should hold the key is not set.
    """
    api_key = key_of(entry)
    async with clients():
        yield LanguageModel(entry, api_key, pace or Pace(entry.limits.requests_per_minute), account or _Unlimited())


def key_of(entry: ContestantEntry) -> str | None:
    """The contestant's key; None where its season names none.

    Raises:
        OperatorError: the environment variable that should hold it is not set.
    """
    if entry.api_key_env is None:
        # A server of one's own asks for none, and OpenAI's client does not start without one.
        return "none" if entry.api_base else None
    key = os.environ.get(entry.api_key_env)
    if not key:
        raise OperatorError(f"contestant {entry.name}: set the environment variable {entry.api_key_env} to its key")
    return key


@asynccontextmanager
async def clients() -> AsyncIterator[None]:
    """What requests are sent through, closed when the last one that opened it leaves."""
    loop = asyncio.get_running_loop()
    if not _open_in[loop]:
        litellm.aclient_session = tapped_client()
    _open_in[loop] += 1
    try:
        yield
    finally:
        _open_in[loop] -= 1
        if not _open_in[loop]:
            del _open_in[loop]
            await _close()


async def _close() -> None:
    session, litellm.aclient_session = litellm.aclient_session, None
    if session is not None:
        await session.aclose()
    await litellm.close_litellm_async_clients()  # type: ignore[attr-defined,no-untyped-call]
    litellm.in_memory_llm_clients_cache.flush_cache()  # type: ignore[no-untyped-call]
    # It would write log lines for a loop that is gone.
    await GLOBAL_LOGGING_WORKER.stop(discard_pending=True)
