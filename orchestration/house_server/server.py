"""The house server as an ASGI application."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from assets.errors import OperatorError
from assets.season import Season
from orchestration.house_server.answer import json_response, models_body, wrong_key
from orchestration.house_server.chat import ChatCompletions
from orchestration.house_server.faults import FaultPlan
from orchestration.house_server.key import may_ask
from orchestration.house_server.log import RequestLog, RequestRecord
from orchestration.resources.house.player import HousePlayer


class HouseServer:
    """A season's house players, each a model under its own name.

    Args:
        faults: what to inject; nothing by default.
        key: what clients must send as a Bearer token; None for nothing.
        latency_s: seconds to wait before each answer.
        log_path: a file for the log, appended to; None for none.

    Raises:
        OperatorError: the season has no house player, or the log can't be written.
    """

    def __init__(
        self,
        season: Season,
        faults: FaultPlan | None = None,
        *,
        key: str | None = None,
        latency_s: float = 0.0,
        log_path: Path | None = None,
    ) -> None:
        players = {entry.name: HousePlayer(entry) for entry in season.contestants if entry.is_house}
        if not players:
            raise OperatorError(f"season {season.name} has no house player to serve; name one that has, such as house")
        self.models = list(players)
        self._key = key
        self._log = RequestLog(log_path)
        chat = ChatCompletions(players, faults or FaultPlan(), self._log, key, latency_s)
        self._app = Starlette(
            routes=[
                Route("/v1/chat/completions", chat, methods=["POST"]),
                Route("/v1/models", self._list_models, methods=["GET"]),
            ]
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)

    @property
    def requests(self) -> list[RequestRecord]:
        """All requests for chat completions so far, those in flight included, in the order in which they came."""
        return self._log.requests

    def close(self) -> None:
        """Close the log."""
        self._log.close()

    async def _list_models(self, request: Request) -> Response:
        return json_response(models_body(self.models)) if may_ask(request.headers, self._key) else wrong_key()
