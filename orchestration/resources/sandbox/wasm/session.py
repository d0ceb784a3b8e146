"""One interpreter in a worker process, with one environment loaded, that outlives the worker's death."""

from itertools import count

from assets.errors import SandboxError
from assets.ports import EnvironmentCode
from orchestration.resources.sandbox.episode import load_request
from orchestration.resources.sandbox.limits import Budget
from orchestration.resources.sandbox.reply import read_loaded
from orchestration.resources.sandbox.runner_sandbox import VARIANTS
from orchestration.resources.sandbox.wasm.process import Worker

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
        self._first = load_request(code, entropy)

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

    def ask(self, request: str) -> str:
        """The runner's reply to one request, as it came: not yet to be believed."""
        if self._generation != self._worker.generation:
            self._restore()
        answer = self._call(request)
        self._history.append((request, answer))
        return answer

    def close(self) -> None:
        """Free the interpreter."""
        if self._generation == self._worker.generation:
            self._worker.ask("close", session=self._number)

    def _restore(self) -> None:
        self.load()
        for request, answer in self._history:
            if self._call(request) != answer:
                raise SandboxError("an episode was lost with its worker, and its environment did not replay the same")

    def _call(self, request: str) -> str:
        return self._worker.ask(
            "call",
            self._budget.seconds,
            session=self._number,
            request=request,
            reply_bytes=self._budget.reply_bytes,
        )
