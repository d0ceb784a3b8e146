"""Prices: what a contestant's tokens cost, by its season or by the price map that LiteLLM brings along."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from assets.contestant_entry import ContestantEntry

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class ModelPrice:
    """What a model's tokens cost.

    Attributes:
        usd_per_token_in: USD per prompt token.
        usd_per_token_out: USD per completion token.
        source: `season`, `litellm <version>`, or `house` for house players, which cost nothing.
    """

    usd_per_token_in: float
    usd_per_token_out: float
    source: str

    def cost(self, tokens_in: float, tokens_out: float) -> float:
        """USD for so many tokens."""
        return tokens_in * self.usd_per_token_in + tokens_out * self.usd_per_token_out


def price_of(entry: ContestantEntry) -> ModelPrice | None:
    """A contestant's price: its season's word first, else LiteLLM's local map, else None. No network is used.

    The map's prices of OpenAI's models are not those of another server that speaks OpenAI's protocol: with an
    `api_base`, such a model has the price that the season gives it, or none.
    """
    if entry.is_house:
        return ModelPrice(0.0, 0.0, "house")
    if entry.price is not None:
        return ModelPrice(entry.price.input / _MILLION, entry.price.output / _MILLION, "season")
    known = _known(entry.model)
    if known is None or (entry.api_base is not None and known.get("litellm_provider") == "openai"):
        return None
    # Not litellm.get_model_info, which makes 0 of a price that the map does not give.
    per_token_in, per_token_out = known.get("input_cost_per_token"), known.get("output_cost_per_token")
    if per_token_in is None or per_token_out is None:
        return None
    return ModelPrice(float(per_token_in), float(per_token_out), f"litellm {version('litellm')}")


def _known(model: str) -> Mapping[str, Any] | None:
    """The map's entry of a model, under its full name or, where it is of that provider, under the name without it.

    Not by litellm.get_llm_provider and its kin: for some providers they log in, for others they ask a server.
    """
    # LiteLLM reads this when it is imported: without it, it fetches a price list from the internet.
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    # Here, since it takes seconds and few commands need it.
    import litellm

    prices: Mapping[str, Mapping[str, Any]] = litellm.model_cost
    if model in prices:
        return prices[model]
    provider, _, name = model.partition("/")
    bare = prices.get(name)
    # `bedrock/…` stands in the map as `bedrock_converse`.
    return bare if bare is not None and str(bare.get("litellm_provider")).startswith(provider) else None
