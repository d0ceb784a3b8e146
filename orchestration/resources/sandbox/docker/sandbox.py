"""The docker sandbox: one container an environment, and in it a fresh process an episode.

A container has no network, no writable file, no capability and nobody's rights; a process in it can open nothing and
start nothing. Memory, CPU time, wall time and output of every call are bounded.
"""

import asyncio
import threading
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager

from assets.errors import SandboxError
from assets.ports import EnvironmentCode
from assets.sandbox_choice import SandboxChoice
from orchestration.resources.sandbox.answer import runners_reply
from orchestration.resources.sandbox.docker.engine import Engine
from orchestration.resources.sandbox.docker.pool import Pool
from orchestration.resources.sandbox.episode import Ask, load_request
from orchestration.resources.sandbox.limits import Budget, Limits
from orchestration.resources.sandbox.reply import read_loaded
from orchestration.resources.sandbox.runner_sandbox import VARIANTS, RunnerSandbox


class DockerSandbox(RunnerSandbox):
    """Interpreters in containers.

    Args:
        choice: the base image and the runtime.
        limits: bounds of each interpreter.
    """

    def __init__(self, choice: SandboxChoice | None = None, limits: Limits | None = None) -> None:
        super().__init__(limits)
        self._choice = choice or SandboxChoice(backend="docker")
        self._starting = threading.Lock()
        self._running: tuple[Engine, Pool] | None = None
        self._closed = False

    def prepare(self) -> None:
        """Connect to the engine, clear away what killed runs left there, and build the image where it is missing."""
        self._ready()

    @property
    def description(self) -> str:
        return f"docker, {self._running[0].description}" if self._running else "docker"

    def close(self) -> None:
        """End all containers, and wait until they are gone."""
        with self._starting:
            self._closed = True
        if self._running:
            engine, pool = self._running
            pool.close()
            engine.close()

    @asynccontextmanager
    async def interpreter(self, code: EnvironmentCode, entropy: int, budget: Budget) -> AsyncIterator[Ask]:
        """See `RunnerSandbox.interpreter`."""
        pool = await asyncio.to_thread(self._ready) if self._running is None else self._running[1]
        place = pool.take(code.source, entropy % VARIANTS)
        try:
            # Others may wait for the same container, which one of them must not cancel.
            container = await asyncio.shield(asyncio.wrap_future(place.container))
            number, loaded = container.open(load_request(code, entropy), budget)
            try:
                read_loaded(await _reply(loaded))
                yield lambda request: _reply(container.ask(number, request, budget))
            finally:
                container.end(number)
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
