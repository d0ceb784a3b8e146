"""A house server answers as the house players do, in OpenAI's form, and refuses what it can't read."""

import time

import httpx
import openai
import pytest

from assets.authored_environments.prompt import author_prompt
from assets.errors import OperatorError
from assets.season import Season
from assets.solve_attempts.prompt import opening
from assets.tables import DOMAINS
from orchestration.house_server.server import HouseServer
from orchestration.resources.house.player import HousePlayer

from .asking import MESSAGES, SEASON, ask, house, send

KEY = "sk-house-4711"


@pytest.fixture(scope="module")
def server():
    with house() as running:
        yield running


@pytest.mark.parametrize("name", [entry.name for entry in SEASON.contestants])
@pytest.mark.parametrize(
    "messages",
    [
        author_prompt(DOMAINS[2], 24),
        opening("Guess the number from 1 to 100. Turns left: 7.", "Halve the range each turn."),
        [{"role": "user", "content": "Grüß Gott, 你好 \ud800"}],
    ],
    ids=["author", "solver", "odd"],
)
async def test_an_answer_is_the_house_players_own(server, name, messages):
    direct = await HousePlayer(SEASON.entry(name)).complete(messages, seed=2**62 + 5, max_tokens=900)
    body = ask(server, model=name, messages=messages, seed=2**62 + 5, max_tokens=900).json()
    assert body["model"] == name
    assert body["object"] == "chat.completion"
    assert abs(body["created"] - time.time()) < 60
    [choice] = body["choices"]
    assert choice["message"] == {"role": "assistant", "content": direct.text}
    assert choice["finish_reason"] == direct.finish_reason
    assert body["usage"] == {
        "prompt_tokens": direct.tokens_in,
        "completion_tokens": direct.tokens_out,
        "total_tokens": direct.tokens_in + direct.tokens_out,
    }


def test_the_seed_counts_and_the_budget_is_kept(server):
    prompt = author_prompt(DOMAINS[0], 24)
    answers = [ask(server, model="farid", messages=prompt, seed=seed).json() for seed in range(6)]
    assert len({answer["choices"][0]["message"]["content"] for answer in answers}) > 1
    assert ask(server, seed=None).json()["choices"] == ask(server, seed=0).json()["choices"]
    for field in ("max_tokens", "max_completion_tokens"):
        [choice] = ask(server, messages=prompt, **{field: 10}).json()["choices"]
        assert choice["finish_reason"] == "length"
        assert len(choice["message"]["content"]) == 40


async def test_openais_own_client_reads_it(server):
    async with openai.AsyncOpenAI(base_url=server.url, api_key="none", max_retries=0) as client:
        answer = await client.chat.completions.create(model="ada", messages=MESSAGES, seed=7)
        assert answer.choices[0].message.content.endswith("\\boxed{hello}")
        assert [model.id async for model in await client.models.list()] == [entry.name for entry in SEASON.contestants]
        with pytest.raises(openai.NotFoundError) as error:
            await client.chat.completions.create(model="nobody", messages=MESSAGES)
        assert error.value.code == "model_not_found"


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"stream": True}, "stream"),
        ({"model": None}, "model"),
        ({"messages": []}, "messages"),
        ({"messages": "hello"}, "messages"),
        ({"messages": [{"role": "user", "content": None}]}, "messages"),
        ({"messages": ["hello"]}, "messages"),
        ({"seed": -1}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"max_tokens": True}, "max_tokens"),
    ],
)
def test_a_faulty_request_is_told_which_field(server, fields, says):
    response = ask(server, **fields)
    assert response.status_code == 400
    error = response.json()["error"]
    assert error["message"].startswith(f"{says}: ")
    assert error["type"] == "invalid_request_error"


@pytest.mark.parametrize("body", [b"", b"{", b"[1]", b"\xff", b"[" * 100_000, b'"text"'])
def test_what_is_no_json_object_is_refused(server, body):
    response = send(server.url, body)
    assert response.status_code == 400
    assert response.json()["error"]["message"] == "the body is no JSON object"
    assert server.requests[-1].model is None


def test_an_unknown_model_is_not_found(server):
    response = ask(server, model="nobody")
    assert response.status_code == 404
    assert response.json()["error"]["code"] == "model_not_found"
    assert (server.requests[-1].model, server.requests[-1].fault) == ("nobody", None)


def test_a_key_is_asked_for():
    with house(key=KEY) as server:
        assert ask(server, key=KEY).status_code == 200
        for wrong in (None, "sk-other", KEY + "0", "é"):
            headers = {"Authorization": f"Bearer {wrong}".encode()} if wrong else {}
            response = send(server.url, b"{}", headers)
            assert response.status_code == 401
            assert response.json()["error"]["code"] == "invalid_api_key"
            assert httpx.get(f"{server.url}/models", headers=headers).status_code == 401


def test_a_season_without_house_players_is_the_operators_fault():
    season = Season.model_validate({"name": "real", "seed": "s", "contestants": [{"name": "one", "model": "openai/x"}]})
    with pytest.raises(OperatorError, match="season real has no house player"):
        HouseServer(season)
