"""The embedded sandbox: authored code in CPython compiled to WebAssembly, in worker processes of this machine.

Each episode has an interpreter of its own, with no network, files, keys or threads, and bounds on memory,
instructions, time and output for every call.
"""

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from assets.errors import SandboxError
from assets.ports import EnvironmentCode, Play, Trace
from orchestration.resources.sandbox import reply
from orchestration.resources.sandbox.episode import RunnerEpisode, play_request
from orchestration.resources.sandbox.limits import Limits
from orchestration.resources.sandbox.wasm.factory import default_cache, ensure_factories
from orchestration.resources.sandbox.wasm.process import Worker
from orchestration.resources.sandbox.wasm.session import Session


class WasmSandbox:
    """A `ports.Sandbox`. Usable from several event loops and threads at once; close it, or use it as a context manager.

    Args:
        cache: where the built interpreters are kept; default: `factory.default_cache()`.
        limits: bounds of each interpreter.
        workers: the most processes to run authored code in; default: one a core, at most 4.
    """

    def __init__(self, cache: Path | None = None, limits: Limits | None = None, workers: int | None = None) -> None:
        self.limits = limits or Limits()
        self._cache = cache or default_cache()
        self._built: tuple[Path, ...] | None = None
        self._building = threading.Lock()
        self._assigning = threading.Lock()
        number = workers or min(4, os.cpu_count() or 1)
        self._workers = [Worker(self._factories, self.limits) for _ in range(number)]

    async def __aenter__(self) -> Self:
        """Prepare, so that a machine without a sandbox is refused before anything is played."""
        await asyncio.to_thread(self.prepare)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)

    def prepare(self) -> None:
        """Build the interpreters where they are missing.

        Raises:
            SandboxUnavailable: this machine has no interpreter.
            OperatorError: the cache directory can't be written.
            SandboxError: an interpreter can't be built.
        """
        self._factories()

    @property
    def description(self) -> str:
        """What it is, in a few words."""
        return "wasm, CPython in WebAssembly (embedded)"

    def close(self) -> None:
        """End all worker processes; calls in flight end with a SandboxError."""
        for worker in self._workers:
            worker.close()

    @asynccontextmanager
    async def episode(self, code: EnvironmentCode, *, entropy: int = 0) -> AsyncIterator[RunnerEpisode]:
        """See `ports.Sandbox.episode`."""
        with self._worker() as worker:
            session = Session(worker, code, entropy, self.limits.call)
            try:
                await _on(worker, session.load)
                yield RunnerEpisode(lambda request: _on(worker, lambda: session.ask(request)))
            finally:
                with suppress(RuntimeError):  # the sandbox was closed meanwhile, and the session with it
                    worker.thread.submit(session.close)

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
        request = play_request(plays, interleaved=interleaved, full=full)
        with self._worker() as worker:
            session = Session(worker, code, entropy, self.limits.play)

            def play() -> str:
                try:
                    session.load()
                    return session.ask(request)
                finally:
                    with suppress(SandboxError):
                        session.close()

            answer = await _on(worker, play)
        return reply.read_traces(answer, plays, max_turns=code.max_turns, full=full)

    @contextmanager
    def _worker(self) -> Iterator[Worker]:
        """The worker with the fewest sessions, for the length of one."""
        with self._assigning:
            worker = min(self._workers, key=lambda candidate: candidate.sessions)
            worker.sessions += 1
        try:
            yield worker
        finally:
            with self._assigning:
                worker.sessions -= 1

    def _factories(self) -> tuple[Path, ...]:
        with self._building:
            if self._built is None:
                self._built = ensure_factories(self._cache)
            return self._built


async def _on[T](worker: Worker, function: Callable[[], T]) -> T:
    """Run a function on the worker's thread."""
    try:
        future = asyncio.get_running_loop().run_in_executor(worker.thread, function)
    except RuntimeError:
        raise SandboxError("the sandbox is closed") from None
    return await future
