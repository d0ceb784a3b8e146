"""A language model behind a real server on loopback: answers read, faults told apart, limits and keys kept."""

import asyncio
import gc
import logging
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from assets.contestant_entry import ContestantEntry, Limits, Price, Sampling
from assets.errors import BudgetReached, ContextOverflow, OperatorError, ProviderError
from assets.ports import Completion
from orchestration.house_server.faults import FaultPlan, InjectedFault, InjectedKind
from orchestration.house_server.server import HouseServer
from orchestration.house_server.serving import Served, served
from orchestration.resources.house.player import HousePlayer
from orchestration.resources.language_model.opening import open_language_model
from orchestration.resources.seasons import find_season

# LiteLLM's own types, met by pydantic when it first answers.
pytestmark = pytest.mark.filterwarnings("ignore:.*`ReadOnly` qualifier:UserWarning")

KEY = "sk-secret-4711"
SECRET_WORDS = "the heron flies at dusk"
MESSAGES = [
    {"role": "system", "content": "Play."},
    {"role": "user", "content": f"Say a number: {SECRET_WORDS}."},
]
PROVIDERS = {
    InjectedKind.UNAUTHORIZED: "unauthorized: HTTP status 401",
    InjectedKind.FORBIDDEN: "unauthorized: HTTP status 403",
    InjectedKind.UNKNOWN_MODEL: "unknown_model: HTTP status 404",
    InjectedKind.RATE_LIMITED: "rate_limited: HTTP status 429",
    InjectedKind.SERVER_ERROR: "server_error: HTTP status 500",
    InjectedKind.UNAVAILABLE: "server_error: HTTP status 503",
    InjectedKind.HANG: "timeout: no answer within 0.5 s",
    InjectedKind.BROKEN_CONNECTION: "connection: an answer that broke off",
    InjectedKind.BROKEN_JSON: "unreadable: an answer that is no JSON",
    InjectedKind.HTML: "unreadable: an answer that is no JSON",
    InjectedKind.NO_CHOICES: "empty: an empty list of choices",
    InjectedKind.NULL_CONTENT: "empty: no text and no finish_reason that says why",
    InjectedKind.MISSING_CONTENT: "empty: no text and no finish_reason that says why",
    InjectedKind.CONTENT_FILTER: "filtered: the provider's filter held the answer back",
    InjectedKind.TOO_LONG: "too_long: an answer of more than 1 MB",
    InjectedKind.ODD_USAGE: "unreadable: a usage block that can't be read",
}
"""Every fault of a provider that the house server knows, and how it is told."""

AT_ONCE = {InjectedKind.UNAUTHORIZED, InjectedKind.FORBIDDEN, InjectedKind.UNKNOWN_MODEL}
BILLED = {
    InjectedKind.NO_CHOICES,
    InjectedKind.NULL_CONTENT,
    InjectedKind.MISSING_CONTENT,
    InjectedKind.CONTENT_FILTER,
}


@contextmanager
def serving(
    *kinds: InjectedKind, rate: float = 1.0, latency_s: float = 0.0, name: str = "ada", **plan: object
) -> Iterator[Served]:
    """The house season's ada, under a name."""
    faults = tuple(InjectedFault(kind, rate) for kind in kinds)
    house = find_season("house")
    season = house.model_copy(update={"contestants": (house.entry("ada").model_copy(update={"name": name}),)})
    with served(HouseServer(season, FaultPlan(faults, **plan), key=KEY, latency_s=latency_s)) as server:
        yield server


def ada(server: Served, tries: int = 1, timeout_s: float = 20, **fields: object) -> ContestantEntry:
    return ContestantEntry(
        **{"name": "ada", "model": "openai/ada", "api_base": server.url, "api_key_env": "TINY_KEY"}
        | {"price": Price(input=1, output=2), "sampling": Sampling(tries=tries, timeout_s=timeout_s)}
        | fields
    )


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TINY_KEY", KEY)


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orchestration.resources.language_model.model.FIRST_WAIT_S", 0.01)


class Purse:
    """Pays while there is something in it."""

    def __init__(self, usd: float = 1.0) -> None:
        self.usd = usd
        self.useless: list[Completion] = []

    def require_budget(self) -> None:
        if self.usd <= 0:
            raise BudgetReached("the purse is empty")

    async def keep_useless(self, messages, seed, max_tokens, answer: Completion) -> None:
        assert (messages, max_tokens) == (MESSAGES, 99)
        self.useless.append(answer)


async def ask(entry: ContestantEntry, seed: int = 2**62 + 5, purse: Purse | None = None) -> Completion:
    async with open_language_model(entry, account=purse) as model:
        assert KEY not in repr(model)
        return await model.complete(MESSAGES, seed=seed, max_tokens=99)


async def test_an_answer_is_what_the_player_says():
    with serving() as server:
        answer = await ask(ada(server))
    said = await HousePlayer(find_season("house").entry("ada")).complete(MESSAGES, seed=5, max_tokens=99)
    assert (answer.text, answer.finish_reason) == (said.text, said.finish_reason)
    assert (answer.tokens_in, answer.tokens_out) == (said.tokens_in, said.tokens_out)


async def test_a_price_of_the_season():
    with serving() as server:
        answer = await ask(ada(server))
    assert answer.cost_usd == pytest.approx((answer.tokens_in + 2 * answer.tokens_out) / 1e6)
    assert answer.prices == "season"


async def test_a_model_without_a_price_costs_nobody_knows_what():
    with serving() as server:
        answer = await ask(ada(server, price=None))
    assert (answer.cost_usd, answer.prices) == (None, None)


async def test_a_price_of_litellms_map():
    with serving(name="deepseek-chat") as server:
        answer = await ask(ada(server, price=None, model="deepseek/deepseek-chat"))
    assert answer.cost_usd > 0
    assert answer.prices.startswith("litellm 1.")


@pytest.mark.parametrize("kind", PROVIDERS)
async def test_a_fault_is_the_providers_and_tells_no_key(kind):
    purse = Purse()
    timeout_s = 0.5 if kind is InjectedKind.HANG else 20
    with serving(kind, retry_after_s=0.01) as server:
        with pytest.raises(ProviderError) as error:
            await ask(ada(server, tries=2, timeout_s=timeout_s), purse=purse)
        requests = len(server.requests)
    told = PROVIDERS[kind]
    assert str(error.value) == (f"ada: {told}" if kind in AT_ONCE else f"ada: {told} (2 tries)")
    assert requests == (1 if kind in AT_ONCE else 2)
    assert len(purse.useless) == (2 if kind in BILLED else 0)
    assert all(answer.cost_usd > 0 for answer in purse.useless)


@pytest.mark.parametrize("kind", [kind for kind in PROVIDERS if kind not in AT_ONCE])
async def test_a_fault_may_pass(kind):
    timeout_s = 0.5 if kind is InjectedKind.HANG else 20
    with serving(kind, rate=0.4, retry_after_s=0.01) as server:
        answers = [await ask(ada(server, tries=20, timeout_s=timeout_s), seed) for seed in range(12)]
        seen = Counter(request.fault for request in server.requests)
    assert all(answer.text for answer in answers)
    assert seen[kind] > 0
    assert seen[None] == 12


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        (InjectedKind.THOUGHT_ONLY, None, "length"),
        (InjectedKind.CUT, "I do not know this", "length"),
        (InjectedKind.INLINE_THINKING, "<think>", "stop"),
    ],
)
async def test_what_the_model_does_itself_is_its_answer_and_is_paid_for(kind, text, reason):
    with serving(kind) as server:
        answer = await ask(ada(server, tries=2))
        assert len(server.requests) == 1
    assert answer.finish_reason == reason
    assert answer.text is None if text is None else answer.text.startswith(text)
    assert answer.cost_usd > 0


async def test_nobody_there():
    with serving() as server:
        entry = ada(server, tries=2)
    with pytest.raises(ProviderError, match=r"^ada: connection: no connection, .* \(2 tries\)$"):
        await ask(entry)


async def test_a_full_context_is_no_provider_fault():
    with serving(InjectedKind.CONTEXT_LENGTH) as server:
        with pytest.raises(ContextOverflow):
            await ask(ada(server, tries=2))
        assert len(server.requests) == 1


async def test_the_seasons_context_is_held_before_anything_is_paid():
    with serving() as server:
        with pytest.raises(ContextOverflow, match="no room for an answer in 100 tokens"):
            await ask(ada(server, sampling=Sampling(context_tokens=100)))
        assert server.requests == []


@pytest.mark.parametrize("kind", sorted(AT_ONCE))
async def test_a_contestant_that_is_refused_is_asked_no_more(kind):
    with serving(kind) as server:
        async with open_language_model(ada(server, tries=3, limits=Limits(parallel=2))) as model:
            asked = (model.complete(MESSAGES, seed=seed, max_tokens=9) for seed in range(50))
            errors = await asyncio.gather(*asked, return_exceptions=True)
        assert len(server.requests) <= 2
    assert all(isinstance(error, ProviderError) for error in errors)
    assert str(errors[-1]).endswith("; asked no more")


async def test_retry_after_is_obeyed_by_all_of_the_contestants_requests():
    with serving(InjectedKind.RATE_LIMITED, rate=0.5, retry_after_s=0.7, seed=1) as server:
        async with open_language_model(ada(server, tries=9, limits=Limits(parallel=1))) as model:
            await asyncio.gather(*(model.complete(MESSAGES, seed=seed, max_tokens=9) for seed in range(4)))
        requests = server.requests
    refused = [number for number, request in enumerate(requests[:-1]) if request.fault is not None]
    assert refused
    for number in refused:
        assert requests[number + 1].received - requests[number].ended >= 0.69


async def test_a_provider_that_asks_to_wait_for_hours_has_failed():
    with serving(InjectedKind.RATE_LIMITED, retry_after_s=7200) as server:
        started = time.monotonic()
        with pytest.raises(ProviderError, match="rate_limited"):
            await ask(ada(server, tries=3))
        assert len(server.requests) == 1
    assert time.monotonic() - started < 10


async def test_no_more_in_flight_than_allowed():
    with serving(latency_s=0.05) as server:
        async with open_language_model(ada(server, limits=Limits(parallel=4))) as model:
            await asyncio.gather(*(model.complete(MESSAGES, seed=seed, max_tokens=9) for seed in range(40)))
        assert max(request.in_flight for request in server.requests) == 4


async def test_requests_start_evenly_spaced():
    per_minute = 600
    with serving() as server:
        limits = Limits(requests_per_minute=per_minute, parallel=4)
        async with open_language_model(ada(server, limits=limits)) as model:
            await asyncio.gather(*(model.complete(MESSAGES, seed=seed, max_tokens=9) for seed in range(40)))
        received = sorted(request.received for request in server.requests)
    # 3.9 s, less what a busy machine may hold the first one back.
    assert received[-1] - received[0] >= 0.8 * 39 * 60 / per_minute


@pytest.mark.slow
async def test_no_more_in_a_minute_and_in_flight_than_allowed():
    with serving(latency_s=3.9) as server:
        async with open_language_model(ada(server, limits=Limits(requests_per_minute=60, parallel=4))) as model:
            await asyncio.gather(*(model.complete(MESSAGES, seed=seed, max_tokens=9) for seed in range(75)))
        received = sorted(request.received for request in server.requests)
        assert max(request.in_flight for request in server.requests) == 4
    assert len(received) == 75
    in_a_minute = [sum(start <= other < start + 60 for other in received) for start in received]
    assert 57 <= max(in_a_minute) <= 60


async def test_a_budget_is_passed_by_no_more_than_is_on_its_way():
    purse = Purse(usd=10)
    with serving(latency_s=0.01) as server:
        async with open_language_model(ada(server, limits=Limits(parallel=3)), account=purse) as model:

            async def pay_for(seed: int) -> None:
                await model.complete(MESSAGES, seed=seed, max_tokens=9)
                purse.usd -= 1

            ended = await asyncio.gather(*map(pay_for, range(64)), return_exceptions=True)
        assert 10 <= len(server.requests) <= 12
    assert sum(isinstance(error, BudgetReached) for error in ended) == 64 - len(server.requests)


async def test_without_a_budget_nothing_is_asked():
    purse = Purse(usd=0)
    with serving() as server:
        with pytest.raises(BudgetReached):
            await ask(ada(server, tries=3), purse=purse)
        assert server.requests == []


async def test_models_of_one_loop_do_not_close_each_others_clients():
    with serving() as server:
        async with open_language_model(ada(server)) as first:
            async with open_language_model(ada(server)) as second:
                await second.complete(MESSAGES, seed=1, max_tokens=9)
            await first.complete(MESSAGES, seed=1, max_tokens=9)
        await ask(ada(server))
        assert len(server.requests) == 3


async def test_a_missing_key_names_its_variable():
    entry = ContestantEntry(name="tiny", model="openai/tiny", api_key_env="NO_SUCH_KEY")
    with pytest.raises(OperatorError, match="NO_SUCH_KEY"):
        async with open_language_model(entry):
            pass


@pytest.mark.parametrize("kind", [None, InjectedKind.UNAUTHORIZED, InjectedKind.SERVER_ERROR, InjectedKind.HTML])
async def test_no_log_line_tells_a_key_or_a_prompt(kind, caplog, capfd):
    for name in [None, "LiteLLM", "httpx", "httpcore", "openai", "aiohttp"]:
        caplog.set_level(logging.DEBUG, logger=name)
    with serving(*([kind] if kind else [])) as server:
        try:
            await ask(ada(server))
        except ProviderError:
            logging.getLogger("duels").exception("as a step would")
    written = caplog.text + "".join(capfd.readouterr())
    assert KEY not in written
    assert SECRET_WORDS not in written


async def test_nothing_is_left_open():
    with serving() as server:
        before = asyncio.all_tasks()
        await ask(ada(server))
        assert asyncio.all_tasks() == before
    # An unclosed client or a coroutine that was never awaited would warn, and warnings are errors here.
    gc.collect()


def test_a_process_ends_without_a_word():
    with serving() as server:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", _ASKS_TWICE, server.url],
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


_ASKS_TWICE = """
import asyncio, sys
from assets.contestant_entry import ContestantEntry
from orchestration.resources.language_model.opening import open_language_model
entry = ContestantEntry(name="ada", model="openai/ada", api_base=sys.argv[1], api_key_env="TINY_KEY")
async def ask():
    async with open_language_model(entry) as model:
        await model.complete([{"role": "user", "content": "Say 7."}], seed=1, max_tokens=9)
asyncio.run(ask())
asyncio.run(ask())
"""
