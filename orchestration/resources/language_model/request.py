"""One request to a provider, over LiteLLM: an answer, or the fault that stood in its place."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from assets.contestant_entry import ContestantEntry
from assets.errors import ContextOverflow
from assets.ports import Completion, Message
from orchestration.resources.language_model.answer import read_answer
from orchestration.resources.language_model.fault import Fault, FaultKind, kind_of_status, seconds_to_wait
from orchestration.resources.language_model.library import (
    APIConnectionError,
    ContextWindowExceededError,
    Timeout,
    litellm,
)
from orchestration.resources.language_model.tap import Seen, tapped
from orchestration.resources.prices import ModelPrice


async def request(
    entry: ContestantEntry,
    api_key: str | None,
    price: ModelPrice | None,
    messages: Sequence[Message],
    *,
    seed: int,
    max_tokens: int,
) -> Completion:
    """Ask once, with the season's settings.

    Raises:
        Fault: the provider failed.
        ContextOverflow: the provider says that the conversation is longer than the model's context.
    """
    response: Any = None
    with tapped() as seen:
        try:
            async with asyncio.timeout(entry.sampling.timeout_s):
                response = await litellm.acompletion(**_parameters(entry, api_key, messages, seed, max_tokens))
        except ContextWindowExceededError:
            raise ContextOverflow(f"{entry.name}: the conversation is longer than the model's context") from None
        except Exception as error:  # noqa: BLE001 - LiteLLM raises its own types, openai's, httpx's and plain ones.
            # It stumbles over some answers that are whole.
            if seen.status != 200 or seen.body is None:
                # Its text can hold headers and keys.
                raise _fault(error, seen, entry.sampling.timeout_s) from None
    try:
        answer = read_answer(seen.body if seen.body is not None else response.model_dump())
    except Fault as fault:
        if fault.billed is not None:
            fault.billed = _priced(fault.billed, price, response)
        raise
    return _priced(answer, price, response)


def _parameters(
    entry: ContestantEntry, api_key: str | None, messages: Sequence[Message], seed: int, max_tokens: int
) -> dict[str, Any]:
    sampling = entry.sampling
    parameters: dict[str, Any] = {
        "model": entry.model,
        "messages": list(messages),
        "api_key": api_key,
        "api_base": entry.api_base,
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "max_tokens": max_tokens,
        # Providers take 32-bit signed seeds.
        "seed": seed % 2**31,
        "timeout": sampling.timeout_s,
        # What a model does not take is left out, and tries are ours to count.
        "drop_params": True,
        "max_retries": 0,
        "num_retries": 0,
    }
    if entry.extra_body:
        parameters["extra_body"] = entry.extra_body
    return parameters


def _fault(error: Exception, seen: Seen, timeout_s: float) -> Fault:
    if seen.too_long:
        return Fault(FaultKind.TOO_LONG, "an answer of more than 1 MB")
    if isinstance(error, TimeoutError | Timeout):
        return Fault(FaultKind.TIMEOUT, f"no answer within {timeout_s:g} s")
    if seen.whole and seen.status == 200:
        return Fault(FaultKind.UNREADABLE, "an answer that is no JSON")
    if seen.status == 200:
        return Fault(FaultKind.CONNECTION, "an answer that broke off")
    status = seen.status if seen.sent else _status(error)
    if status is None:
        return Fault(FaultKind.CONNECTION, "no connection, or one that broke off")
    wait = seconds_to_wait(seen.headers.get("retry-after") if seen.headers else None)
    return Fault(kind_of_status(status), f"HTTP status {status}", wait)


def _status(error: Exception) -> int | None:
    """The HTTP status of an answer that was not tapped.

    LiteLLM gives one of its own to what has none: a connection error is 500, a model name that it can't place is 400.
    """
    if isinstance(error, APIConnectionError):
        return None
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else None


def _priced(answer: Completion, price: ModelPrice | None, response: Any) -> Completion:
    """The answer with its cost. LiteLLM's reckoning knows about cached and thought tokens, so it comes first where
    its prices are meant."""
    if price is None:
        return answer
    cost = price.cost(answer.tokens_in, answer.tokens_out)
    if price.source.startswith("litellm"):
        told = getattr(response, "_hidden_params", {}).get("response_cost")
        cost = told if isinstance(told, int | float) else cost
    return replace(answer, cost_usd=cost, prices=price.source)
