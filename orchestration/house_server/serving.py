"""Serving a house server on a port of 127.0.0.1, in this thread or in one of its own."""

import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import uvicorn

from assets.errors import OperatorError
from orchestration.house_server.log import RequestRecord
from orchestration.house_server.server import HouseServer

_HOST = "127.0.0.1"
_LAST_SECONDS = 1

_KEEP_ALIVE_SECONDS = 3600
"""How long an idle connection stays open. By uvicorn's default of 5 s a busy server closes some whose next request is
already waiting to be read, and the client can't tell whether it was answered."""


@dataclass(frozen=True, slots=True)
class Served:
    """A house server that is listening.

    Attributes:
        url: what a season file's `api_base` names.
        requests: those so far (`HouseServer.requests`).
    """

    url: str
    requests: list[RequestRecord]


def listen(port: int) -> socket.socket:
    """A listening socket; port 0 is any free one.

    Raises:
        OperatorError: the port can't be had.
    """
    listening = socket.socket()
    # A port whose last connections are still winding down may be had again at once.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((_HOST, port))
        listening.listen(1024)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or "no port has that number"
        raise OperatorError(f"--port {port}: {reason}; choose another, or 0 for any free one") from None
    return listening


def url_of(listening: socket.socket) -> str:
    """The address of the API behind a listening socket."""
    return f"http://{_HOST}:{listening.getsockname()[1]}/v1"


def serve(server: HouseServer, listening: socket.socket) -> None:
    """Serve until Ctrl-C, which is how it is meant to end."""
    with suppress(KeyboardInterrupt):
        _uvicorn(server).run([listening])
    server.close()


@contextmanager
def served(server: HouseServer, port: int = 0) -> Iterator[Served]:
    """Serve in a thread of its own for as long as the context lasts; its end cuts off what is in flight."""
    with listen(port) as listening:
        running = _uvicorn(server)
        thread = threading.Thread(target=running.run, args=([listening],), name="house server")
        thread.start()
        try:
            # Already now a client's connection waits in the socket's queue.
            yield Served(url_of(listening), server.requests)
        finally:
            running.should_exit = True
            thread.join()
            server.close()


class _Uvicorn(uvicorn.Server):
    """Ends at once, where uvicorn would wait for clients of requests that hang."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.close()
        await super().shutdown(sockets)


def _uvicorn(server: HouseServer) -> _Uvicorn:
    logging.getLogger("uvicorn.error").addFilter(_tells_news)
    return _Uvicorn(
        uvicorn.Config(
            server,
            lifespan="off",
            ws="none",
            access_log=False,
            log_config=None,
            log_level="error",
            server_header=False,
            timeout_graceful_shutdown=_LAST_SECONDS,
            timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        )
    )


def _tells_news(record: logging.LogRecord) -> bool:
    """uvicorn calls a connection that we break on purpose an error of ours."""
    return "returned without completing response" not in record.getMessage()
