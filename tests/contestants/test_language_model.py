"""A language model behind an OpenAI-compatible server on loopback: answers read, faults told apart, keys kept."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from assets.contestant_entry import ContestantEntry, Sampling
from assets.errors import ContextOverflow, OperatorError, ProviderError
from orchestration.resources.language_model import open_language_model

# LiteLLM's own types, met by pydantic when it first answers.
pytestmark = pytest.mark.filterwarnings("ignore:.*`ReadOnly` qualifier:UserWarning")

KEY = "sk-secret-4711"
MESSAGES = [{"role": "user", "content": "Say something."}]


class Server(ThreadingHTTPServer):
    """Answers every request with `status` and `body`, and keeps what it was sent."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status, self.body = 200, completion("\\boxed{7}")
        self.requests: list[dict] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        self.server.requests.append({"key": self.headers["Authorization"], **json.loads(self.rfile.read(length))})
        body = self.server.body.encode()
        self.send_response(self.server.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


def completion(text: str | None, **choice: object) -> str:
    """A chat completion as OpenAI's API writes it."""
    message = {"role": "assistant", "content": text}
    return json.dumps(
        {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": "tiny",
            "choices": [{"index": 0, "finish_reason": "stop", "message": message, **choice}],
            "usage": {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14},
        }
    )


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def tiny(server: Server, model: str = "openai/tiny", **sampling: object) -> ContestantEntry:
    return ContestantEntry(
        name="tiny",
        model=model,
        api_base=server.url,
        api_key_env="TINY_KEY",
        sampling=Sampling(tries=1, timeout_s=20, **sampling),
    )


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TINY_KEY", KEY)


async def ask(server: Server, **entry: object):
    async with open_language_model(tiny(server, **entry)) as model:
        assert KEY not in repr(model)
        return await model.complete(MESSAGES, seed=2**62 + 5, max_tokens=99)


async def test_an_answer_is_read(server):
    answer = await ask(server)
    assert (answer.text, answer.finish_reason) == ("\\boxed{7}", "stop")
    assert (answer.tokens_in, answer.tokens_out) == (11, 3)
    assert answer.cost_usd is None
    [request] = server.requests
    assert request["key"] == f"Bearer {KEY}"
    assert request["messages"] == MESSAGES
    assert (request["temperature"], request["top_p"], request["max_tokens"]) == (0.8, 0.95, 99)
    assert request["seed"] == 5


async def test_an_answer_without_text_is_the_models_own(server):
    server.body = completion(None, finish_reason="length")
    answer = await ask(server)
    assert (answer.text, answer.finish_reason) == (None, "length")


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, "{}"),
        (401, json.dumps({"error": {"message": f"bad key {KEY}"}})),
        (404, json.dumps({"error": {"message": "no such model"}})),
        (200, "<html>busy</html>"),
        (200, json.dumps({**json.loads(completion("x")), "choices": []})),
    ],
)
async def test_a_fault_is_the_providers_and_tells_no_key(server, status, body):
    server.status, server.body = status, body
    with pytest.raises(ProviderError, match=r"^tiny: ") as error:
        await ask(server)
    assert KEY not in str(error.value)


async def test_a_full_context_is_no_provider_fault(server):
    server.status = 400
    message = "This model's maximum context length is 10 tokens. However, you requested 99 tokens."
    server.body = json.dumps({"error": {"code": "context_length_exceeded", "message": message}})
    with pytest.raises(ContextOverflow):
        await ask(server)


async def test_the_seasons_context_is_held_before_anything_is_paid(server):
    with pytest.raises(ContextOverflow, match="no room for an answer in 100 tokens"):
        await ask(server, context_tokens=100)
    assert server.requests == []


async def test_a_known_model_has_its_price(server):
    answer = await ask(server, model="openai/gpt-4o")
    assert answer.cost_usd == pytest.approx(11 * 2.5e-6 + 3 * 1e-5)


async def test_models_of_one_server_do_not_close_each_others_clients(server):
    async with open_language_model(tiny(server)) as first:
        async with open_language_model(tiny(server)) as second:
            await second.complete(MESSAGES, seed=1, max_tokens=9)
        await first.complete(MESSAGES, seed=1, max_tokens=9)
    await ask(server)
    assert len(server.requests) == 3


async def test_a_missing_key_names_its_variable():
    entry = ContestantEntry(name="tiny", model="openai/tiny", api_key_env="NO_SUCH_KEY")
    with pytest.raises(OperatorError, match="NO_SUCH_KEY"):
        async with open_language_model(entry):
            pass
