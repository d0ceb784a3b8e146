"""One interpreter in a worker process, with one environment loaded, that outlives the worker's death."""

import json
from itertools import count
from typing import Any

from assets.errors import SandboxError
from assets.ports import EnvironmentCode
from orchestration.resources.sandbox.factory import VARIANTS
from orchestration.resources.sandbox.limits import Budget
from orchestration.resources.sandbox.process import Worker
from orchestration.resources.sandbox.reply import read_loaded

_NUMBERS = count(1)


class Session:
    """An environment in its interpreter. All methods run on the worker's thread.

    When another session's code takes the worker down, this one is rebuilt in the next process by asking all its
    requests again; where the environment does not answer them the same, a SandboxError says so.
    """

    def __init__(self, worker: Worker, code: EnvironmentCode, entropy: int, budget: Budget) -> None:
        self._worker = worker
        self._variant = entropy % VARIANTS
        self._budget = budget
        self._number = next(_NUMBERS)
        self._generation: int | None = None
        self._history: list[tuple[str, str]] = []
        self._first = json.dumps(
            {
                "op": "load",
                "source": code.source,
                "class_name": code.class_name,
                "max_turns": code.max_turns,
                "entropy": entropy,
            }
        )

    def load(self) -> None:
        """Start the interpreter, run the source and construct the class.

        Raises:
            EnvironmentFault: the source or the constructor failed.
            SandboxError: no interpreter could be started.
        """
        self._generation = self._worker.generation
        answer = self._worker.ask(
            "open",
            self._budget.seconds,
            session=self._number,
            variant=self._variant,
            fuel=self._budget.fuel,
            seconds=self._budget.seconds,
            request=self._first,
            reply_bytes=self._budget.reply_bytes,
        )
        read_loaded(answer)

    def ask(self, request: dict[str, Any]) -> str:
        """The runner's reply to one request, as it came: not yet to be believed."""
        if self._generation != self._worker.generation:
            self._restore()
        text = json.dumps(request)
        answer = self._call(text)
        self._history.append((text, answer))
        return answer

    def close(self) -> None:
        """Free the interpreter."""
        if self._generation == self._worker.generation:
            self._worker.ask("close", session=self._number)

    def _restore(self) -> None:
        self.load()
        for text, answer in self._history:
            if self._call(text) != answer:
                raise SandboxError("an episode was lost with its worker, and its environment did not replay the same")

    def _call(self, text: str) -> str:
        return self._worker.ask(
            "call",
            self._budget.seconds,
            session=self._number,
            request=text,
            reply_bytes=self._budget.reply_bytes,
        )
