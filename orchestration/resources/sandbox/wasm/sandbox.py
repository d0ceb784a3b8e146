"""The embedded sandbox: authored code in CPython compiled to WebAssembly, in worker processes of this machine.

Each episode has an interpreter of its own, with no network, files, keys or threads, and bounds on memory,
instructions, time and output for every call.
"""

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

from assets.errors import SandboxError
from assets.ports import EnvironmentCode
from orchestration.resources.sandbox.episode import Ask
from orchestration.resources.sandbox.limits import Budget, Limits
from orchestration.resources.sandbox.runner_sandbox import RunnerSandbox
from orchestration.resources.sandbox.wasm.factory import default_cache, ensure_factories
from orchestration.resources.sandbox.wasm.process import Worker
from orchestration.resources.sandbox.wasm.session import Session


class WasmSandbox(RunnerSandbox):
    """Interpreters in worker processes.

    Args:
        cache: where the built interpreters are kept; default: `factory.default_cache()`.
        limits: bounds of each interpreter.
        workers: the most processes to run authored code in; default: one a core, at most 4.
    """

    def __init__(self, cache: Path | None = None, limits: Limits | None = None, workers: int | None = None) -> None:
        super().__init__(limits)
        self._cache = cache or default_cache()
        self._built: tuple[Path, ...] | None = None
        self._building = threading.Lock()
        self._assigning = threading.Lock()
        number = workers or min(4, os.cpu_count() or 1)
        self._workers = [Worker(self._factories, self.limits) for _ in range(number)]

    def prepare(self) -> None:
        """Build the interpreters where they are missing."""
        self._factories()

    @property
    def description(self) -> str:
        return "wasm, CPython in WebAssembly (embedded)"

    def close(self) -> None:
        """End all worker processes."""
        for worker in self._workers:
            worker.close()

    @asynccontextmanager
    async def interpreter(self, code: EnvironmentCode, entropy: int, budget: Budget) -> AsyncIterator[Ask]:
        """See `RunnerSandbox.interpreter`."""
        with self._worker() as worker:
            session = Session(worker, code, entropy, budget)
            try:
                await _on(worker, session.load)
                yield lambda request: _on(worker, lambda: session.ask(request))
            finally:
                with suppress(RuntimeError):  # the sandbox was closed meanwhile, and the session with it
                    worker.thread.submit(session.close)

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
