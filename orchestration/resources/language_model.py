"""A language model as a contestant, through LiteLLM, which is the only road to a real model."""

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

# LiteLLM reads this when it is imported: without it, it fetches a price list from the internet.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import litellm
from litellm.exceptions import ContextWindowExceededError

from assets.errors import ContextOverflow, OperatorError, ProviderError
from assets.ports import Completion, Message
from assets.season import ContestantEntry

litellm.telemetry = False
litellm.suppress_debug_info = True


class LanguageModel:
    """One model with its settings (`assets.ports.Contestant`)."""

    def __init__(self, entry: ContestantEntry, api_key: str | None) -> None:
        self._entry = entry
        self._api_key = api_key

    def __repr__(self) -> str:
        return f"LanguageModel({self._entry.model!r})"

    async def complete(self, messages: Sequence[Message], *, seed: int, max_tokens: int) -> Completion:
        """Ask the model, with its season's settings.

        Raises:
            ProviderError: no answer after the season's tries; the text names the kind of fault and never the key.
            ContextOverflow: the conversation is longer than the model's context.
        """
        sampling = self._entry.sampling
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

    def _cost(self, tokens_in: int, tokens_out: int) -> float | None:
        """USD by LiteLLM's local price map; None where the model stands there without a price, or not at all."""
        price = litellm.model_cost.get(self._entry.model, {})
        if not {"input_cost_per_token", "output_cost_per_token"} <= price.keys():
            return None
        return float(tokens_in * price["input_cost_per_token"] + tokens_out * price["output_cost_per_token"])


@asynccontextmanager
async def open_language_model(entry: ContestantEntry) -> AsyncIterator[LanguageModel]:
    """The model, with its key from the environment; LiteLLM's clients are closed afterwards.

    Raises:
        OperatorError: the environment variable that should hold the key is not set.
    """
    api_key = None
    if entry.api_key_env:
        api_key = os.environ.get(entry.api_key_env)
        if not api_key:
            raise OperatorError(f"contestant {entry.name}: set the environment variable {entry.api_key_env} to its key")
    try:
        yield LanguageModel(entry, api_key)
    finally:
        await litellm.close_litellm_async_clients()  # type: ignore[attr-defined,no-untyped-call]
