"""The docker sandbox: one container an environment, and in it a fresh process an episode.

A container has no network, no writable file, no capability and nobody's rights; a process in it can open nothing and
start nothing. Memory, CPU time, wall time and output of every call are bounded.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Self

from assets.errors import SandboxError
from assets.ports import EnvironmentCode, Play, Trace
from assets.sandbox_choice import SandboxChoice
from orchestration.resources.sandbox import reply
from orchestration.resources.sandbox.answer import runners_reply
from orchestration.resources.sandbox.docker.container import Container
from orchestration.resources.sandbox.docker.engine import Engine
from orchestration.resources.sandbox.docker.pool import Pool
from orchestration.resources.sandbox.episode import RunnerEpisode, load_request, play_request
from orchestration.resources.sandbox.limits import Limits

_VARIANTS = 2
"""Hash seeds that interpreters come with; see `ports.Sandbox` on entropy."""


class DockerSandbox:
    """A `ports.Sandbox`. Usable from several event loops and threads at once; close it, or use it as a context manager.

    Args:
        choice: the base image and the runtime.
        limits: bounds of each interpreter.
    """

    def __init__(self, choice: SandboxChoice | None = None, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._choice = choice or SandboxChoice(backend="docker")
        self._starting = threading.Lock()
        self._running: tuple[Engine, Pool] | None = None
        self._closed = False

    async def __aenter__(self) -> Self:
        """Prepare, so that a machine without a sandbox is refused before anything is played."""
        await asyncio.to_thread(self.prepare)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)

    def prepare(self) -> None:
        """Connect to the engine, clear away what killed runs left there, and build the image where it is missing.

        Raises:
            SandboxUnavailable: no engine answers.
            OperatorError: the base image can't be got, or the engine does not know the runtime.
            SandboxError: the image can't be built.
        """
        self._ready()

    @property
    def description(self) -> str:
        """What it is, in a few words, once it is prepared."""
        return f"docker, {self._running[0].description}" if self._running else "docker"

    def close(self) -> None:
        """End all containers, and wait until they are gone; calls in flight end with a SandboxError."""
        with self._starting:
            self._closed = True
        if self._running:
            engine, pool = self._running
            pool.close()
            engine.close()

    @asynccontextmanager
    async def episode(self, code: EnvironmentCode, *, entropy: int = 0) -> AsyncIterator[RunnerEpisode]:
        """See `ports.Sandbox.episode`."""
        async with self._container(code, entropy) as container:
            number, loaded = container.open(load_request(code, entropy), self.limits.call)
            try:
                reply.read_loaded(await _reply(loaded))
                yield RunnerEpisode(lambda request: _reply(container.ask(number, request, self.limits.call)))
            finally:
                container.end(number)

    async def play(
        self,
        code: EnvironmentCode,
        plays: Sequence[Play],
        *,
        entropy: int = 0,
        interleaved: bool = False,
        full: bool = False,
    ) -> list[Trace]:
        """See `ports.Sandbox.play`."""
        budget = self.limits.play
        request = play_request(plays, interleaved=interleaved, full=full)
        async with self._container(code, entropy) as container:
            number, loaded = container.open(load_request(code, entropy), budget)
            try:
                reply.read_loaded(await _reply(loaded))
                traces = await _reply(container.ask(number, request, budget))
            finally:
                container.end(number)
        return reply.read_traces(traces, plays, max_turns=code.max_turns, full=full)

    @asynccontextmanager
    async def _container(self, code: EnvironmentCode, entropy: int) -> AsyncIterator[Container]:
        """The environment's container, for the length of one episode."""
        pool = await asyncio.to_thread(self._ready) if self._running is None else self._running[1]
        place = pool.take(code.source, entropy % _VARIANTS)
        try:
            # Others may wait for the same container, which one of them must not cancel.
            yield await asyncio.shield(asyncio.wrap_future(place.container))
        finally:
            pool.give_back(place)

    def _ready(self) -> Pool:
        with self._starting:
            if self._closed:
                raise SandboxError("the sandbox is closed")
            if self._running is None:
                engine = Engine(self._choice.base_image, self._choice.runtime, self.limits)
                self._running = engine, Pool(engine)
            return self._running[1]


async def _reply(answer: Future[str]) -> str:
    """The runner's reply.

    Raises:
        EnvironmentFault: the author's code broke its contract or a limit.
        SandboxError: the container ended.
    """
    return runners_reply(await asyncio.wrap_future(answer))
