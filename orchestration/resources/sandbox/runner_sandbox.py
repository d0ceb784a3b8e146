"""What the sandboxes have in common: an episode, or a batch of them, is an interpreter and requests to its runner."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import TracebackType
from typing import Self

from assets.ports import EnvironmentCode, Play, Trace
from orchestration.resources.sandbox import reply
from orchestration.resources.sandbox.episode import Ask, RunnerEpisode, play_request
from orchestration.resources.sandbox.limits import Budget, Limits

_REMEMBERED = 2048
"""Batches whose answers are kept, some tens of kB each: those of a week of house authors."""

VARIANTS = 2
"""How many hash seeds interpreters come with: a second one shows that an environment depends on it."""


class RunnerSandbox(ABC):
    """A `ports.Sandbox`. Usable from several event loops and threads at once; close it, or use it as a context manager.

    Args:
        limits: bounds of each interpreter.
    """

    def __init__(self, limits: Limits | None) -> None:
        self.limits = limits or Limits()
        # A batch is a function of these; a draft that is handed in is validated once more, on the same null policies.
        self._played: dict[tuple[EnvironmentCode, int, str], str] = {}

    async def __aenter__(self) -> Self:
        """Prepare, so that a machine without a sandbox is refused before anything is played."""
        await asyncio.to_thread(self.prepare)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)

    @property
    @abstractmethod
    def description(self) -> str:
        """What it is, in a few words, once it is prepared."""

    @abstractmethod
    def prepare(self) -> None:
        """Build or find what interpreters are made of; slow only the first time on a machine.

        Raises:
            SandboxUnavailable: this machine has none.
            OperatorError: the operator's configuration does not allow it.
            SandboxError: we failed.
        """

    @abstractmethod
    def close(self) -> None:
        """End everything that it runs, and wait for that; calls in flight end with a SandboxError."""

    @abstractmethod
    def interpreter(self, code: EnvironmentCode, entropy: int, budget: Budget) -> AbstractAsyncContextManager[Ask]:
        """A fresh interpreter that has loaded the environment, under a budget a request.

        Raises:
            EnvironmentFault: the source or the constructor failed.
            SandboxError: no interpreter could be started.
        """

    def _remember(self, key: tuple[EnvironmentCode, int, str], answer: str) -> None:
        self._played[key] = answer
        while len(self._played) > _REMEMBERED:
            self._played.pop(next(iter(self._played)), None)

    @asynccontextmanager
    async def episode(self, code: EnvironmentCode, *, entropy: int = 0) -> AsyncIterator[RunnerEpisode]:
        """See `ports.Sandbox.episode`."""
        async with self.interpreter(code, entropy, self.limits.call) as ask:
            yield RunnerEpisode(ask)

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
        key = (code, entropy, request)
        answer = self._played.get(key)
        if answer is None:
            async with self.interpreter(code, entropy, self.limits.play) as ask:
                answer = await ask(request)
            self._remember(key, answer)
        return reply.read_traces(answer, plays, max_turns=code.max_turns, full=full)
