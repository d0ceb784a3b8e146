"""The check-up: one cheap call to each contestant, and what came of it."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from assets.concurrently import run_all
from assets.contestant_entry import ContestantEntry
from assets.errors import DuelsError
from assets.ports import Message
from orchestration.resources.language_model.fault import Fault, FaultKind
from orchestration.resources.language_model.opening import clients, key_of
from orchestration.resources.language_model.request import request
from orchestration.resources.prices import price_of

_QUESTION: list[Message] = [{"role": "user", "content": "Answer with the word yes."}]
_MAX_TOKENS = 16


@dataclass(frozen=True, slots=True)
class CheckUp:
    """What came of one contestant's call.

    Attributes:
        detail: model, latency, tokens and price, or what is wrong and what to do.
    """

    contestant: str
    works: bool
    detail: str


def check_up(entries: Sequence[ContestantEntry]) -> list[CheckUp]:
    """Ask every language model once, all at the same time, in order."""

    async def ask_all() -> list[CheckUp]:
        async with clients():
            return await run_all(_ask(entry) for entry in entries)

    return asyncio.run(ask_all())


async def _ask(entry: ContestantEntry) -> CheckUp:
    started = time.perf_counter()
    price = price_of(entry)
    try:
        answer = await request(entry, key_of(entry), price, _QUESTION, seed=0, max_tokens=_MAX_TOKENS)
    except Fault as fault:
        return CheckUp(entry.name, works=False, detail=f"{entry.model}: {fault}; {_way_out(fault.kind, entry)}")
    except DuelsError as error:
        return CheckUp(entry.name, works=False, detail=str(error).removeprefix(f"contestant {entry.name}: "))
    seconds = time.perf_counter() - started
    costs = (
        f"{price.usd_per_token_in * 1e6:,.2f} USD a million tokens in, {price.usd_per_token_out * 1e6:,.2f} out "
        f"({price.source})"
        if price
        else "no price is known, so costs will be null: set `price:` in the season file"
    )
    tokens = f"{answer.tokens_in:,} tokens in, {answer.tokens_out:,} out"
    return CheckUp(entry.name, works=True, detail=f"{entry.model} answered in {seconds:.2f} s ({tokens}); {costs}")


def _way_out(kind: FaultKind, entry: ContestantEntry) -> str:
    match kind:
        case FaultKind.UNAUTHORIZED:
            key = f"the key in {entry.api_key_env}" if entry.api_key_env else "`api_key_env`, which is not set"
            return f"check {key}"
        case FaultKind.UNKNOWN_MODEL:
            return "check `model`" + (" and `api_base`" if entry.api_base else "")
        case FaultKind.REFUSED:
            return "the provider does not take this request: check `model`, `sampling` and `extra_body`"
        case FaultKind.CONNECTION | FaultKind.TIMEOUT:
            return f"is {entry.api_base} running?" if entry.api_base else "check the network"
        case FaultKind.RATE_LIMITED:
            return "the provider's limit is reached; wait, or look at the account"
        case _:
            return "the provider has a problem; try again later"
