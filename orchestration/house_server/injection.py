"""What each kind of fault answers in place of, or makes of, a house player's answer."""

import json
from collections.abc import Callable
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from orchestration.house_server.answer import error_response, json_response, unknown_model, wrong_key
from orchestration.house_server.faults import FaultPlan, InjectedKind

_CHARACTERS_A_TOKEN = 4
"""As the house players count (`orchestration.resources.house.player`)."""

_THOUGHT = "Let me think about this step by step, and look at every case once more. "
_TOO_LONG = "a" * 1_100_000
_PAGE = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>"
_ODD_USAGES: tuple[dict[str, Any], ...] = (
    {"usage": {"prompt_tokens": "many", "completion_tokens": "few"}},
    {"usage": None},
    {},
)


class Hang(Response):
    """No answer until the client goes away."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass


class BrokenConnection(Response):
    """The headers and half of the body; that the rest never comes makes uvicorn drop the connection."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        half = bytes(self.body[: len(self.body) // 2])
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": half, "more_body": True})


def refusal(kind: InjectedKind, plan: FaultPlan) -> Response | None:
    """The answer of a kind that leaves the house player unasked; None for the other kinds."""
    match kind:
        case InjectedKind.UNAUTHORIZED:
            return wrong_key()
        case InjectedKind.FORBIDDEN:
            return error_response(403, "You may not use this model.", "forbidden")
        case InjectedKind.UNKNOWN_MODEL:
            return unknown_model()
        case InjectedKind.RATE_LIMITED:
            wait = {"Retry-After": f"{plan.retry_after_s:g}"}
            return error_response(
                429, "Rate limit reached.", "rate_limit_exceeded", error_type="requests", headers=wait
            )
        case InjectedKind.SERVER_ERROR:
            return error_response(500, "The server had an error.", error_type="server_error")
        case InjectedKind.UNAVAILABLE:
            return error_response(503, "The engine is overloaded.", error_type="server_error")
        case InjectedKind.CONTEXT_LENGTH:
            message = "This model's maximum context length is 16384 tokens. Please reduce the length of the messages."
            return error_response(400, message, "context_length_exceeded")
        case InjectedKind.HANG:
            return Hang()
        case InjectedKind.HTML:
            return Response(_PAGE, media_type="text/html")
        case _:
            return None


def spoilt(kind: InjectedKind, body: dict[str, Any], max_tokens: int) -> Response:
    """The answer that a kind makes of a house player's chat completion, which is changed in place.

    Args:
        max_tokens: the budget of the request.
    """
    if kind in _CHANGES:
        _CHANGES[kind](body, max_tokens)
        return json_response(body)
    content = json.dumps(body).encode()
    if kind is InjectedKind.BROKEN_CONNECTION:
        return BrokenConnection(content, media_type="application/json")
    return Response(content[: len(content) // 2], media_type="application/json")


def _no_choices(body: dict[str, Any], max_tokens: int) -> None:
    body["choices"] = []


def _null_content(body: dict[str, Any], max_tokens: int) -> None:
    _end(body, None, None)


def _missing_content(body: dict[str, Any], max_tokens: int) -> None:
    _end(body, None, None)
    del body["choices"][0]["message"]["content"]


def _content_filter(body: dict[str, Any], max_tokens: int) -> None:
    _end(body, None, "content_filter")


def _too_long(body: dict[str, Any], max_tokens: int) -> None:
    _end(body, _TOO_LONG, "stop")


def _odd_usage(body: dict[str, Any], max_tokens: int) -> None:
    del body["usage"]
    # The id is all that differs between one request and the next, or the same once more.
    body |= _ODD_USAGES[sum(body["id"].encode()) % len(_ODD_USAGES)]


def _thought_only(body: dict[str, Any], max_tokens: int) -> None:
    _end(body, None, "length")
    body["choices"][0]["message"]["reasoning_content"] = _THOUGHT
    _spend(body, max_tokens)


def _inline_thinking(body: dict[str, Any], max_tokens: int) -> None:
    message = body["choices"][0]["message"]
    message["content"] = f"<think>\n{_THOUGHT}\n</think>\n\n{message['content']}"
    _spend(body, len(message["content"]) // _CHARACTERS_A_TOKEN)


def _cut(body: dict[str, Any], max_tokens: int) -> None:
    text = body["choices"][0]["message"]["content"]
    half = text[: len(text) // 2]
    _end(body, half, "length")
    _spend(body, len(half) // _CHARACTERS_A_TOKEN)


def _end(body: dict[str, Any], content: str | None, finish_reason: str | None) -> None:
    choice = body["choices"][0]
    choice["message"]["content"] = content
    choice["finish_reason"] = finish_reason


def _spend(body: dict[str, Any], tokens: int) -> None:
    usage = body["usage"]
    usage["completion_tokens"] = tokens
    usage["total_tokens"] = usage["prompt_tokens"] + tokens


_CHANGES: dict[InjectedKind, Callable[[dict[str, Any], int], None]] = {
    InjectedKind.NO_CHOICES: _no_choices,
    InjectedKind.NULL_CONTENT: _null_content,
    InjectedKind.MISSING_CONTENT: _missing_content,
    InjectedKind.CONTENT_FILTER: _content_filter,
    InjectedKind.TOO_LONG: _too_long,
    InjectedKind.ODD_USAGE: _odd_usage,
    InjectedKind.THOUGHT_ONLY: _thought_only,
    InjectedKind.INLINE_THINKING: _inline_thinking,
    InjectedKind.CUT: _cut,
}
