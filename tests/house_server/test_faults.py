"""Every kind of fault, seen over HTTP; and which request meets which."""

import json
import logging

import httpx
import pytest

from assets.errors import OperatorError
from orchestration.house_server.faults import NEVER_WHOLE, FaultPlan, InjectedFault, InjectedKind, parse_faults

from .asking import MESSAGES, always, ask, house, wait_for_end

K = InjectedKind


@pytest.fixture(scope="module")
def true_answer():
    with house() as server:
        return ask(server).json()


def injected(kind: InjectedKind, **fields) -> httpx.Response:
    with house(always(kind)) as server:
        response = ask(server, **fields)
    [record] = server.requests
    assert (record.fault, record.status, record.completed) == (kind, response.status_code, True)
    return response


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        (K.UNAUTHORIZED, 401, "invalid_api_key"),
        (K.FORBIDDEN, 403, "forbidden"),
        (K.UNKNOWN_MODEL, 404, "model_not_found"),
        (K.RATE_LIMITED, 429, "rate_limit_exceeded"),
        (K.SERVER_ERROR, 500, None),
        (K.UNAVAILABLE, 503, None),
        (K.CONTEXT_LENGTH, 400, "context_length_exceeded"),
    ],
)
def test_an_error_in_openais_form(kind, status, code):
    response = injected(kind)
    assert response.status_code == status
    assert response.json()["error"]["code"] == code
    assert response.headers.get("retry-after") == ("1" if kind is K.RATE_LIMITED else None)


def test_how_long_to_wait_can_be_set():
    with house(always(K.RATE_LIMITED, retry_after_s=0.25)) as server:
        assert ask(server).headers["retry-after"] == "0.25"


def test_a_hang_ends_when_the_client_goes_away():
    with house(always(K.HANG)) as server:
        with pytest.raises(httpx.ReadTimeout):
            ask(server, timeout=0.2)
        wait_for_end(server)
        [record] = server.requests
        assert (record.fault, record.status, record.completed) == (K.HANG, None, False)
        assert record.ended - record.received > 0.1


def test_a_broken_connection_breaks_off_in_the_middle_of_the_body(caplog):
    with house(always(K.BROKEN_CONNECTION)) as server:
        question = {"model": "ada", "messages": MESSAGES}
        with httpx.stream("POST", f"{server.url}/chat/completions", json=question) as response:
            assert response.status_code == 200
            chunks = response.iter_raw()
            assert len(next(chunks)) == int(response.headers["content-length"]) // 2
            with pytest.raises(httpx.RemoteProtocolError, match="without sending complete message body"):
                next(chunks)
        wait_for_end(server)
        [record] = server.requests
        assert (record.fault, record.status, record.completed) == (K.BROKEN_CONNECTION, 200, False)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_broken_json_is_half_of_the_answer():
    response = injected(K.BROKEN_JSON)
    assert response.headers["content-type"] == "application/json"
    assert response.text.startswith('{"id": "chatcmpl-')
    with pytest.raises(json.JSONDecodeError):
        response.json()


def test_an_html_page():
    response = injected(K.HTML)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")
    assert response.text.startswith("<!DOCTYPE html>")


def test_no_choices_yet_billed(true_answer):
    body = injected(K.NO_CHOICES).json()
    assert body["choices"] == []
    assert body["usage"] == true_answer["usage"]


@pytest.mark.parametrize(
    ("kind", "message", "reason"),
    [
        (K.NULL_CONTENT, {"role": "assistant", "content": None}, None),
        (K.MISSING_CONTENT, {"role": "assistant"}, None),
        (K.CONTENT_FILTER, {"role": "assistant", "content": None}, "content_filter"),
    ],
)
def test_no_content_yet_billed(kind, message, reason, true_answer):
    body = injected(kind).json()
    [choice] = body["choices"]
    assert (choice["message"], choice["finish_reason"]) == (message, reason)
    assert body["usage"] == true_answer["usage"]


def test_an_answer_over_one_megabyte():
    response = injected(K.TOO_LONG)
    assert len(response.content) > 1_100_000
    assert len(response.json()["choices"][0]["message"]["content"]) == 1_100_000


def test_usage_is_odd_in_three_ways_and_the_text_is_whole(true_answer):
    seen = []
    with house(always(K.ODD_USAGE)) as server:
        for seed in range(30):
            body = ask(server, seed=seed).json()
            assert body["choices"][0]["message"]["content"]
            usage = body.get("usage", "missing")
            if usage not in seen:
                seen.append(usage)
    assert len(seen) == 3
    assert None in seen
    assert "missing" in seen
    assert {"prompt_tokens": "many", "completion_tokens": "few"} in seen


def test_a_model_that_only_thought_is_billed_its_whole_budget():
    body = injected(K.THOUGHT_ONLY, max_tokens=77).json()
    [choice] = body["choices"]
    assert (choice["message"]["content"], choice["finish_reason"]) == (None, "length")
    assert choice["message"]["reasoning_content"]
    usage = body["usage"]
    assert usage["completion_tokens"] == 77
    assert usage["total_tokens"] == usage["prompt_tokens"] + 77


def test_thinking_stands_before_the_true_text(true_answer):
    body = injected(K.INLINE_THINKING).json()
    thought, text = body["choices"][0]["message"]["content"].split("</think>\n\n")
    assert thought.startswith("<think>\n")
    assert text == true_answer["choices"][0]["message"]["content"]
    assert body["usage"]["completion_tokens"] > true_answer["usage"]["completion_tokens"]


def test_a_cut_answer_is_the_first_half(true_answer):
    body = injected(K.CUT).json()
    [choice] = body["choices"]
    whole = true_answer["choices"][0]["message"]["content"]
    assert choice["finish_reason"] == "length"
    assert choice["message"]["content"] == whole[: len(whole) // 2]
    assert body["usage"]["completion_tokens"] < true_answer["usage"]["completion_tokens"]


@pytest.mark.parametrize("kind", [kind for kind in InjectedKind if kind not in NEVER_WHOLE])
def test_every_kind_changes_the_answer(kind, true_answer):
    try:
        body = injected(kind).json()
    except json.JSONDecodeError:
        assert kind in (K.BROKEN_JSON, K.HTML)
    else:
        assert body != {**true_answer, "created": body.get("created")}


def draws(plan: FaultPlan, model: str = "ada", requests: int = 4000, n: int = 1) -> list[InjectedKind | None]:
    return [plan.drawn(model, f"request {number}", n, 1) for number in range(requests)]


def test_rates_hold_kind_by_kind_in_their_order():
    plan = FaultPlan((InjectedFault(K.HTML, 0.5), InjectedFault(K.UNAVAILABLE, 0.2)))
    found = draws(plan)
    assert found.count(K.UNAVAILABLE) / 4000 == pytest.approx(0.2, abs=0.02)
    # What the earlier kind left over.
    assert found.count(K.HTML) / 4000 == pytest.approx(0.8 * 0.5, abs=0.025)


def test_draws_are_the_same_in_any_order_and_others_for_another_seed_or_repetition():
    faults = (InjectedFault(K.UNAVAILABLE, 0.3),)
    assert draws(FaultPlan(faults)) == draws(FaultPlan(faults[::-1]))
    for other in (draws(FaultPlan(faults, seed=1)), draws(FaultPlan(faults), n=2)):
        both = sum(bool(a and b) for a, b in zip(draws(FaultPlan(faults)), other, strict=True))
        assert both / 4000 == pytest.approx(0.09, abs=0.02)


def test_a_fault_of_one_model_counts_before_that_of_all():
    plan = FaultPlan((InjectedFault(K.HTML, 0.0, "ada"), InjectedFault(K.HTML, 1.0)))
    assert draws(plan, "ada", 5) == [None] * 5
    assert draws(plan, "bruno", 5) == [K.HTML] * 5


def test_the_same_traffic_meets_the_same_faults_and_a_retry_may_go_through():
    plan = FaultPlan((InjectedFault(K.UNAVAILABLE, 0.5), InjectedFault(K.NO_CHOICES, 0.3, "bruno")), seed=3)
    traffic = [(model, seed) for model in ("ada", "bruno") for seed in range(15)] * 2

    def meet(order) -> dict:
        with house(plan) as server:
            for model, seed in order:
                ask(server, model=model, seed=seed)
            return {(record.request, record.n): record.fault for record in server.requests}

    met = meet(traffic)
    assert met == meet(traffic[::-1])
    assert set(met.values()) == {K.UNAVAILABLE, K.NO_CHOICES, None}
    assert any(met[request, 1] and not met[request, 2] for request, _ in met)


def test_faults_are_read():
    assert parse_faults(["hang=0.5", "hang=1@ada", "html=0"], ["ada"]) == (
        InjectedFault(K.HANG, 0.5),
        InjectedFault(K.HANG, 1.0, "ada"),
        InjectedFault(K.HTML, 0.0),
    )


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        (["slow=0.5"], "unknown kind; known: unauthorized, forbidden, "),
        (["=0.5"], "unknown kind"),
        (["hang"], "rate from 0 to 1.*known kinds: unauthorized"),
        (["hang=often"], "rate from 0 to 1"),
        (["hang=1.01"], "rate from 0 to 1"),
        (["hang=-0.1"], "rate from 0 to 1"),
        (["hang=nan"], "rate from 0 to 1"),
        (["hang=1@bob"], "unknown model; served: ada, bruno"),
        (["hang=1@"], "unknown model"),
        (["hang=1", "hang=0.5"], "hang: given twice"),
        (["hang=1@ada", "hang=1@ada"], "hang: given twice for ada"),
    ],
)
def test_a_faulty_fault_is_the_operators(texts, says):
    with pytest.raises(OperatorError, match=says):
        parse_faults(texts, ["ada", "bruno"])
