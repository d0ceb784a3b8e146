"""The tap: what the provider's answer was on the wire, before LiteLLM makes it whole.

LiteLLM says `stop` where an answer came without a finish_reason or with one that it does not know, and 0 tokens where
it came without a usage block. What is missing decides whose fault it was, so it is looked at here. Providers that
LiteLLM reaches without OpenAI's client are not tapped; their answers are read as LiteLLM tells them.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import httpx

from orchestration.json_object import read_object
from orchestration.resources.language_model.library import AsyncHTTPHandler

MAX_ANSWER_BYTES = 1_000_000
"""The longest answer that is read."""


class TooLong(Exception):
    """An answer of more than MAX_ANSWER_BYTES."""


@dataclass(slots=True)
class Seen:
    """What was seen of one request's answer.

    Attributes:
        sent: the request was made through the tapped client.
        status: the HTTP status; None where no answer began.
        headers: of the answer.
        body: the answer's JSON; None where it is no JSON object, or was not read to its end.
        whole: the answer came to its end.
        too_long: the answer had more than MAX_ANSWER_BYTES and was left.
    """

    sent: bool = False
    status: int | None = None
    headers: httpx.Headers | None = None
    body: dict[str, Any] | None = None
    whole: bool = False
    too_long: bool = False


_seen: ContextVar[Seen | None] = ContextVar("seen", default=None)


@contextmanager
def tapped() -> Iterator[Seen]:
    """Look at the answer to the request that is made inside."""
    seen = Seen()
    token = _seen.set(seen)
    try:
        yield seen
    finally:
        _seen.reset(token)


def tapped_client() -> httpx.AsyncClient:
    """A client for LiteLLM whose answers are seen by `tapped`. Its time limits are those of each request.

    On LiteLLM's own transport, over aiohttp: httpx's looks through all its connections at each request.
    """
    transport = AsyncHTTPHandler.create_async_transport()
    return httpx.AsyncClient(
        transport=transport, event_hooks={"request": [_note], "response": [_look]}, follow_redirects=True
    )


async def _note(request: httpx.Request) -> None:
    seen = _seen.get()
    if seen is not None:
        seen.sent = True


async def _look(response: httpx.Response) -> None:
    seen = _seen.get()
    if seen is None or response.is_redirect:
        return
    seen.status, seen.headers = response.status_code, response.headers
    response.stream = _Capped(response.stream, seen)
    content = await response.aread()
    if len(content) > MAX_ANSWER_BYTES:
        # It was packed.
        seen.too_long = True
        raise TooLong
    seen.whole = True
    seen.body = read_object(content)


class _Capped(httpx.AsyncByteStream):
    """An answer's bytes as far as anybody wants to read them."""

    def __init__(self, stream: Any, seen: Seen) -> None:
        self._stream = stream
        self._seen = seen

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > MAX_ANSWER_BYTES:
                self._seen.too_long = True
                raise TooLong
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()
