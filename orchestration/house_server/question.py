"""A question: what is read of a chat completion request in OpenAI's form."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from assets.ports import Message

_MAX_TOKENS = 8192
"""Where a request names none."""


class Refused(Exception):
    """The request can't be answered as it stands; the text says why (HTTP status 400)."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request that can be answered."""

    model: str
    messages: list[Message]
    seed: int
    max_tokens: int


def identify(fields: dict[str, Any]) -> str:
    """A request's SHA-256, over its model, messages and seed, in hex: equal for equal questions."""
    named = [fields.get(name) for name in ("model", "messages", "seed")]
    return hashlib.sha256(json.dumps(named, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def read_question(fields: dict[str, Any] | None) -> Question:
    """The question that a request's fields ask.

    Raises:
        Refused: there are none, or one is missing or not what it should be; the text names it.
    """
    if fields is None:
        raise Refused("the body is no JSON object")
    if fields.get("stream"):
        raise Refused("stream: this server answers in one piece; leave it out")
    model = fields.get("model")
    if not isinstance(model, str):
        raise Refused("model: expected a text")
    seed = fields.get("seed")
    return Question(
        model,
        _messages(fields.get("messages")),
        _whole("seed", 0 if seed is None else seed, 0),
        _whole("max_tokens", _most_tokens(fields), 1),
    )


def _messages(messages: object) -> list[Message]:
    if not isinstance(messages, list) or not messages:
        raise Refused("messages: expected a list with at least one message")
    for message in messages:
        if (
            not isinstance(message, dict)
            or not isinstance(message.get("role"), str)
            or not isinstance(message.get("content"), str)
        ):
            raise Refused("messages: expected a role and a content, both text, in each")
    return messages


def _most_tokens(fields: dict[str, Any]) -> object:
    for name in ("max_completion_tokens", "max_tokens"):
        if fields.get(name) is not None:
            return fields[name]
    return _MAX_TOKENS


def _whole(name: str, value: object, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise Refused(f"{name}: expected a whole number from {least} on")
    return value
