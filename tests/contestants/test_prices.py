"""What a contestant's tokens cost: said by the season, known to LiteLLM's map, or unknown, which is never 0."""

import math
import os
import subprocess
import sys
from importlib.metadata import version

import pytest

from assets.contestant_entry import ContestantEntry, HouseSkills, Price
from orchestration.resources.prices import ModelPrice, price_of

LITELLM = f"litellm {version('litellm')}"


def entry(model: str, **fields: object) -> ContestantEntry:
    return ContestantEntry(name="tiny", model=model, **fields)


def test_a_house_player_costs_nothing():
    assert price_of(entry("house/player", skills=HouseSkills())) == ModelPrice(0, 0, "house")


def test_the_season_has_the_first_word():
    said = price_of(entry("anthropic/claude-opus-5", price=Price(input=2, output=10)))
    assert said == ModelPrice(2e-6, 1e-5, "season")
    assert said.cost(1_000_000, 100_000) == pytest.approx(3.0)


def test_a_local_model_is_free_because_the_season_says_so():
    local = {"api_base": "http://127.0.0.1:8000/v1"}
    assert price_of(entry("openai/tiny", price=Price(input=0, output=0), **local)) == ModelPrice(0, 0, "season")
    assert price_of(entry("openai/tiny", **local)) is None


@pytest.mark.parametrize(
    ("model", "per_million"),
    [
        # Under its full name, under its name alone, with the provider before that, and by the provider's family.
        ("moonshot/kimi-k3", (3, 15)),
        ("claude-opus-5", (5, 25)),
        ("anthropic/claude-opus-5", (5, 25)),
        ("bedrock/eu.anthropic.claude-opus-5", (5.5, 27.5)),
    ],
)
def test_litellms_map_is_read(model, per_million):
    price = price_of(entry(model))
    assert price.source == LITELLM
    assert math.isclose(price.usd_per_token_in, per_million[0] / 1e6)
    assert math.isclose(price.usd_per_token_out, per_million[1] / 1e6)


def test_free_only_where_the_map_says_so():
    assert price_of(entry("ollama/llama3")) == ModelPrice(0, 0, LITELLM)
    # It stands in the map without a price, and litellm.get_model_info calls that 0.
    assert price_of(entry("databricks/system.ai.kimi-k3")) is None


@pytest.mark.parametrize("model", ["openai/no-such-model", "ollama/no-such-model", "groq/claude-opus-5", "tiny", ""])
def test_an_unknown_model_has_no_price(model):
    assert price_of(entry(model)) is None


def test_openais_prices_are_not_those_of_another_server():
    assert price_of(entry("openai/gpt-5.6-sol")) is not None
    assert price_of(entry("openai/gpt-5.6-sol", api_base="http://127.0.0.1:8000/v1")) is None
    # A gateway's address changes nothing about a provider's own prices.
    assert price_of(entry("xai/grok-4.6", api_base="https://gateway.example.com")) is not None


@pytest.mark.parametrize("name", ["moonshot/kimi-latest", "xai/grok-latest"])
def test_a_name_that_stands_for_another_has_that_ones_price(name):
    price = price_of(entry(name))
    assert price.usd_per_token_out > price.usd_per_token_in > 0


def test_the_map_comes_with_litellm_and_not_over_the_network():
    script = """
import socket
def refuse(*_, **__): raise AssertionError("the network was used")
socket.getaddrinfo = socket.socket.connect = refuse
from assets.contestant_entry import ContestantEntry
from orchestration.resources.prices import price_of
print(price_of(ContestantEntry(name="x", model="xai/grok-4.6")).usd_per_token_in)
print(price_of(ContestantEntry(name="x", model="ollama/no-such-model")))
print(price_of(ContestantEntry(name="x", model="github_copilot/no-such-model")))
"""
    bare = {name: value for name, value in os.environ.items() if not name.startswith("LITELLM")}
    asked = subprocess.run([sys.executable, "-c", script], env=bare, capture_output=True, text=True, check=False)
    assert asked.stdout.split() == ["2e-06", "None", "None"], asked.stderr
