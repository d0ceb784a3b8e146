"""The seasons that come with the project: they load, cost what is known, hold no key, and stay where they say."""

import ipaddress
import re
from urllib.parse import urlsplit

import pytest
import yaml

from assets.contestant_entry import ContestantEntry, Price, Sampling
from orchestration.resources.prices import price_of
from orchestration.resources.seasons import SEASONS, find_season

FILES = sorted(SEASONS.glob("*.yaml"))
STUDY = {
    "claude-opus-5",
    "deepseek-v4.1-flash",
    "gemini-3.8-flash",
    "glm-5.3",
    "gpt-5.6-sol",
    "grok-4.6",
    "inkling-small",
    "kimi-k3",
    "qwen3.8-27b",
}


def models(name: str) -> list[ContestantEntry]:
    return [entry for entry in find_season(name).contestants if not entry.is_house]


def in_comments(name: str, first: str) -> str:
    """The YAML in a file's comments, from the line that begins with `first` on for as long as it is indented."""
    text = "\n" + (SEASONS / f"{name}.yaml").read_text(encoding="utf-8")
    [block] = re.findall(rf"\n((?:#   +{re.escape(first)}.*\n)(?:#    .*\n)*)", text)
    return re.sub(r"^#", "", block, flags=re.MULTILINE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_season_loads_under_its_own_name(path):
    assert find_season(path.stem).name == path.stem
    assert {"house", "demo", "frontier", "local"} <= {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_season_holds_a_key(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\b(?:sk|gsk|xai|key)-\w{8}|\bAIza\w|\b[A-Za-z0-9+_]{32,}", text)
    assert not re.search(r"api[_-]?key\s*:|authorization|bearer", text, re.IGNORECASE)
    for entry in models(path.stem):
        assert entry.api_key_env or entry.api_base, f"{entry.name} has neither a key's name nor an address"


def test_frontier_has_the_studys_nine_in_both_roles():
    season = find_season("frontier")
    assert set(season.authors) == set(season.solvers) == STUDY
    assert len(season.contestants) == len(STUDY)


def test_frontier_has_the_studys_size_and_settings():
    season = find_season("frontier")
    assert len(season.authors) * season.environments_per_author == 90
    assert (season.benchmark_seeds, season.max_turns) == (4, 24)
    study = {"temperature": 0.8, "top_p": 0.95, "max_tokens": 1024, "context_tokens": 16384, "tries": 3}
    for entry in season.contestants:
        assert entry.sampling == Sampling()
        assert entry.sampling.model_dump(include=study.keys()) == study


@pytest.mark.parametrize("entry", models("frontier"), ids=lambda entry: entry.name)
def test_frontier_names_models_that_can_be_paid_for(entry):
    price = price_of(entry)
    if price is None:
        assert entry.api_base
    else:
        assert price.source.startswith("litellm ")
        assert price.usd_per_token_out > price.usd_per_token_in > 0
    # The name is the study's, however a provider spells it.
    assert entry.model.lower().endswith(entry.name)


def test_frontier_says_which_settings_are_left_out(monkeypatch):
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    asked = {"temperature": 0.8, "top_p": 0.95, "seed": 5}
    left_out: dict[str, set[str]] = {setting: set() for setting in asked}
    for entry in models("frontier"):
        name, provider, _, _ = litellm.get_llm_provider(entry.model)
        sent = litellm.get_optional_params(model=name, custom_llm_provider=provider, drop_params=True, **asked)
        for setting in asked.keys() - sent.keys():
            left_out[setting].add(entry.name)
        assert litellm.supports_reasoning(entry.model)
    text = (SEASONS / "frontier.yaml").read_text(encoding="utf-8")
    [(both, one)] = re.findall(r"#   temperature and top_p: (.*); temperature alone: (.*)\n", text)
    [seedless] = re.findall(r"#   the request seed: (.*), and all models at DeepInfra\n", text)
    assert left_out["top_p"] == set(both.split(", "))
    assert left_out["temperature"] == {*both.split(", "), one}
    deepinfra = {entry.name for entry in models("frontier") if entry.model.startswith("deepinfra/")}
    assert left_out["seed"] == {*seedless.split(", "), *deepinfra}


def test_frontiers_spending_is_limited():
    season = find_season("frontier")
    limits = [entry.limits for entry in season.contestants]
    assert all(limit.usd_per_week and limit.requests_per_minute and limit.parallel <= 16 for limit in limits)
    assert season.usd_per_week < sum(limit.usd_per_week for limit in limits)


def test_frontiers_example_of_an_endpoint_is_an_entry():
    [example] = yaml.safe_load(in_comments("frontier", "- name: my-model"))
    entry = ContestantEntry.model_validate(example)
    assert entry.api_base
    assert price_of(entry).source == "season"


def test_local_asks_servers_of_this_machine_only():
    addresses = [urlsplit(entry.api_base) for entry in models("local")]
    assert all(ipaddress.ip_address(address.hostname).is_loopback for address in addresses)
    assert [address.port for address in addresses] == [8000, 11434, 8080]


def test_local_says_that_it_costs_nothing_and_needs_no_key():
    for entry in models("local"):
        assert entry.price == Price(input=0, output=0)
        assert entry.api_key_env is None
        assert entry.model.startswith("openai/")


def test_local_has_somebody_to_duel_with():
    season = find_season("local")
    house = [entry for entry in season.contestants if entry.is_house]
    assert len(house) >= 2
    assert {entry.name for entry in house} <= set(season.authors) & set(season.solvers)
    # As in the house season, and none a near copy of another.
    assert house == [find_season("house").entry(entry.name) for entry in house]
    assert len({entry.skills.repertoire for entry in house}) == len(house)


@pytest.mark.parametrize("first", ["sampling:", "extra_body:"])
def test_locals_examples_of_settings_are_settings(first):
    settings = yaml.safe_load(in_comments("local", first))
    entry = ContestantEntry.model_validate({"name": "tiny", "model": "openai/tiny", **settings})
    assert entry.model_fields_set > {"name", "model"}
    assert entry.sampling.author_max_tokens < entry.sampling.context_tokens
