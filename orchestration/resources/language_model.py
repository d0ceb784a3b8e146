"""A language model as a contestant, through LiteLLM, which is the only road to a real model."""

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

# LiteLLM reads this when it is imported: without it, it fetches a price list from the internet.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import litellm
from litellm.exceptions import ContextWindowExceededError

from assets.contestant_entry import ContestantEntry
from assets.errors import ContextOverflow, OperatorError, ProviderError
from assets.ports import Completion, Message

_open_in: Counter[asyncio.AbstractEventLoop] = Counter()
"""Open models, by event loop."""

litellm.telemetry = False
litellm.suppress_debug_info = True


class LanguageModel:
    """One model with its settings (`assets.ports.Contestant`)."""

    def __init__(self, entry: ContestantEntry, api_key: str | None) -> None:
        self._entry = entry
        self._api_key = api_key
        self._price = _price(entry.model)

    def __repr__(self) -> str:
        return f"LanguageModel({self._entry.model!r})"

    async def complete(self, messages: Sequence[Message], *, seed: int, max_tokens: int) -> Completion:
        """Ask the model, with its season's settings.

        Raises:
            ProviderError: no answer after the season's tries; the text names the kind of fault and never the key.
            ContextOverflow: the conversation is longer than the season's context (by LiteLLM's count), or the model's.
        """
        sampling = self._entry.sampling
        if self._tokens(messages) + max_tokens > sampling.context_tokens:
            raise ContextOverflow(
                f"{self._entry.name}: the conversation leaves no room for an answer in "
                f"{sampling.context_tokens:,} tokens"
            )
        try:
            response = await litellm.acompletion(
                model=self._entry.model,
                messages=list(messages),
                api_key=self._api_key,
                api_base=self._entry.api_base,
                temperature=sampling.temperature,
                top_p=sampling.top_p,
                max_tokens=max_tokens,
                # Providers take 32-bit signed seeds.
                seed=seed % 2**31,
                timeout=sampling.timeout_s,
                num_retries=sampling.tries - 1,
                drop_params=True,
            )
        except ContextWindowExceededError:
            raise ContextOverflow(f"{self._entry.name}: the conversation is longer than the model's context") from None
        except Exception as error:  # noqa: BLE001 - LiteLLM raises its own types, openai's, httpx's and plain ones.
            # Their texts can hold headers and keys.
            raise ProviderError(f"{self._entry.name}: {type(error).__name__} from the provider") from None
        return self._read(response)

    def _read(self, response: litellm.ModelResponse) -> Completion:
        if not response.choices:
            raise ProviderError(f"{self._entry.name}: the provider answered without choices")
        choice = response.choices[0]
        usage = response.usage
        return Completion(
            text=choice.message.content,
            tokens_in=usage.prompt_tokens,
            tokens_out=usage.completion_tokens,
            cost_usd=self._cost(usage.prompt_tokens, usage.completion_tokens),
            finish_reason=choice.finish_reason or "unknown",
        )

    def _tokens(self, messages: Sequence[Message]) -> int:
        return int(litellm.token_counter(model=self._entry.model, messages=list(messages)))

    def _cost(self, tokens_in: int, tokens_out: int) -> float | None:
        if self._price is None:
            return None
        per_token_in, per_token_out = self._price
        return tokens_in * per_token_in + tokens_out * per_token_out


def _price(model: str) -> tuple[float, float] | None:
    """USD per prompt and per completion token by LiteLLM's local price map; None where it does not know the model."""
    try:
        known = litellm.get_model_info(model)
    except Exception:  # noqa: BLE001 - LiteLLM raises a plain Exception for a model that it does not know.
        return None
    per_token_in, per_token_out = known["input_cost_per_token"], known["output_cost_per_token"]
    return None if per_token_in is None or per_token_out is None else (per_token_in, per_token_out)


@asynccontextmanager
async def open_language_model(entry: ContestantEntry) -> AsyncIterator[LanguageModel]:
    """The model, with its key from the environment.

    LiteLLM's clients belong to an event loop and are shared by all models there, so the last one to leave closes them.

    Raises:
        OperatorError: the environment variable that should hold the key is not set.
    """
    api_key = None
    if entry.api_key_env:
        api_key = os.environ.get(entry.api_key_env)
        if not api_key:
            raise OperatorError(f"contestant {entry.name}: set the environment variable {entry.api_key_env} to its key")
    loop = asyncio.get_running_loop()
    _open_in[loop] += 1
    try:
        yield LanguageModel(entry, api_key)
    finally:
        _open_in[loop] -= 1
        if not _open_in[loop]:
            del _open_in[loop]
            await litellm.close_litellm_async_clients()  # type: ignore[attr-defined,no-untyped-call]
            litellm.in_memory_llm_clients_cache.flush_cache()  # type: ignore[no-untyped-call]
