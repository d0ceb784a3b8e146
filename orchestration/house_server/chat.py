"""The endpoint for chat completions: asks a house player, injects what the plan says, notes each request."""

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from orchestration.house_server.answer import completion_body, error_response, json_response, unknown_model, wrong_key
from orchestration.house_server.faults import NEVER_WHOLE, FaultPlan
from orchestration.house_server.injection import Hang, refusal, spoilt
from orchestration.house_server.key import may_ask
from orchestration.house_server.log import RequestLog, RequestRecord
from orchestration.house_server.question import Refused, read_question
from orchestration.json_object import read_object
from orchestration.resources.house.player import HousePlayer


class ChatCompletions:
    """POST /v1/chat/completions, as an ASGI application (so that it sees when an answer has been sent)."""

    def __init__(
        self,
        players: Mapping[str, HousePlayer],
        faults: FaultPlan,
        log: RequestLog,
        key: str | None,
        latency_s: float,
    ) -> None:
        self._players = players
        self._faults = faults
        self._log = log
        self._key = key
        self._latency_s = latency_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            fields = read_object(await request.body())
        except ClientDisconnect:
            return
        record = self._log.begin(fields)
        number = len(self._log.requests)
        try:
            if self._latency_s:
                await asyncio.sleep(self._latency_s)
                if await request.is_disconnected():
                    return
            response = await self._response(request.headers, fields, record, number)
            record.status = None if isinstance(response, Hang) else response.status_code
            await response(scope, receive, send)
            record.completed = record.fault not in NEVER_WHOLE
        finally:
            self._log.end(record)

    async def _response(
        self, headers: Headers, fields: dict[str, Any] | None, record: RequestRecord, number: int
    ) -> Response:
        if not may_ask(headers, self._key):
            return wrong_key()
        try:
            question = read_question(fields)
        except Refused as error:
            return error_response(400, str(error))
        player = self._players.get(question.model)
        if player is None:
            return unknown_model()
        record.fault = self._faults.drawn(question.model, record.request, record.n, number)
        response = record.fault and refusal(record.fault, self._faults)
        if response:
            return response
        completion = await player.complete(question.messages, seed=question.seed, max_tokens=question.max_tokens)
        body = completion_body(f"{record.request[:24]}-{record.n}", question.model, completion)
        return spoilt(record.fault, body, question.max_tokens) if record.fault else json_response(body)
