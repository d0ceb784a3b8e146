"""The host's side of a worker process: starts it, asks it one thing at a time, and tells whose fault its death was."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from assets.errors import EnvironmentFault, SandboxError
from orchestration.resources.sandbox.answer import runners_reply
from orchestration.resources.sandbox.limits import Limits
from orchestration.resources.sandbox.wasm.factory import first_line
from orchestration.resources.sandbox.wasm.frames import receive, send

_ROOT = Path(__file__).parents[4]
_WORKER = "orchestration.resources.sandbox.wasm.worker"

_GRACE_SECONDS = 30.0
"""How much longer than its own limit a call may take (loading a factory, a busy machine) before the worker is taken
for hung."""

_CRASHES = (signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGILL)
"""Signals that a process raises against itself: the code in flight brought it down."""


class Worker:
    """One worker process, started when first needed and again after a death.

    `thread` is the only one that may call `ask`: it makes the calls of all sessions of this worker one queue.

    Attributes:
        generation: counts the deaths; a session lives as long as the generation that it was opened in.
        sessions: how many sessions are assigned to this worker.
    """

    def __init__(self, factories: Callable[[], tuple[Path, ...]], limits: Limits) -> None:
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="sandbox")
        self.generation = 0
        self.sessions = 0
        self._factories = factories
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: socket.socket | None = None
        self._closed = False

    def ask(self, op: str, wall_seconds: float = 0.0, **fields: object) -> str:
        """Send one request of worker.py and return the text of its answer.

        Args:
            wall_seconds: the wall limit that the worker itself keeps for this request.

        Raises:
            EnvironmentFault: the author's code broke a limit or its contract, or brought the worker down.
            SandboxError: the worker can't be started, hung, was killed from outside or refused the request.
        """
        connection = self._connection or self._start()
        return runners_reply(self._exchange(connection, wall_seconds, {"op": op, **fields}))

    def close(self) -> None:
        """Kill the process and wait for it; a call in flight ends with a SandboxError."""
        self._closed = True
        if self._process is not None:
            self._process.kill()
        self.thread.shutdown()
        self._reap()

    def _start(self) -> socket.socket:
        if self._closed:
            raise SandboxError("the sandbox is closed")
        factories = [str(path) for path in self._factories()]
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                # No key of the host's environment goes in; a new session, so that Ctrl-C is the host's to handle.
                kept = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
                self._process = subprocess.Popen(  # noqa: S603
                    [sys.executable, "-P", "-m", _WORKER],
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env={"PYTHONPATH": str(_ROOT), **kept},
                    cwd="/",
                    start_new_session=True,
                )
            except OSError as error:
                ours.close()
                raise SandboxError(f"the sandbox's worker can't be started: {first_line(error)}") from None
        self._connection = ours
        self.ask(
            "start",
            factories=factories,
            memory_bytes=self._limits.memory_bytes,
            output_bytes=self._limits.output_bytes,
        )
        return ours

    def _exchange(self, connection: socket.socket, wall_seconds: float, request: dict[str, object]) -> str:
        answer: bytes | None = None
        hung = False
        try:
            connection.settimeout(wall_seconds + _GRACE_SECONDS)
            send(connection, json.dumps(request).encode())
            answer = receive(connection)
        except TimeoutError:
            hung = True
        except OSError:
            pass  # the worker is gone; its exit status tells more
        if answer is not None:
            return answer.decode()
        status = self._reap(kill=hung)
        if self._closed:
            raise SandboxError("the sandbox is closed")
        if hung:
            raise SandboxError("the sandbox's worker hung and was killed")
        if request["op"] in ("open", "call") and -status in _CRASHES:
            raise EnvironmentFault("the environment overflowed the interpreter's stack (too deep a recursion)", "limit")
        raise SandboxError(f"the sandbox's worker ended with status {status} at {request['op']}")

    def _reap(self, *, kill: bool = False) -> int:
        """Wait for the process's end, which is near or, with `kill`, now; its exit status, negative for a signal."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is None:
            return 0
        if kill:
            self._process.kill()
        status = self._process.wait()
        self._process = None
        self.generation += 1
        return status
