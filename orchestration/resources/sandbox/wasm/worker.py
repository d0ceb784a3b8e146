"""The process that authored code's interpreters live in: started by process.py, talks to it over file descriptor 0.

A process of its own because the interpreter can take its host down: C recursion inside it (a deeply nested list's repr
is enough) overflows the stack that the WebAssembly runtime runs it on, and the runtime then aborts the whole process.
One thread, so that the call in flight at an abort is the one to blame. The process is started with an empty
environment and holds no keys.

A request is a message (frames.py) of JSON:

- {op: "start", factories: [path a variant], memory_bytes, output_bytes}, first and once;
- {op: "open", session, variant, fuel, seconds, request, reply_bytes}: start a fresh interpreter, under a number that
  the host chose, and hand its runner a first request (the runner's own JSON);
- {op: "call", session, request, reply_bytes}: hand it one more;
- {op: "close", session}.

An answer is one letter and text: ``R`` the runner's reply as it came, ``C`` or ``L`` the author's breach of contract or
limit, ``E`` a failure of ours.
"""

import json
import resource
import socket
from typing import Any

import eryx

from orchestration.resources.sandbox.wasm.frames import receive, send


class _Output:
    """Counts what a session prints and keeps none of it."""

    def __init__(self) -> None:
        self.size = 0

    def __call__(self, data: bytes) -> None:
        self.size += len(data)


class _Sessions:
    def __init__(self, factories: list[str], memory_bytes: int, output_bytes: int) -> None:
        self._paths = factories
        self._memory_bytes = memory_bytes
        self._output_bytes = output_bytes
        self._factories: dict[int, eryx.SandboxFactory] = {}
        self._open: dict[int, tuple[eryx.Session, _Output]] = {}

    def open(self, session: int, variant: int, fuel: int, seconds: float, request: str, reply_bytes: int) -> str:
        if variant not in self._factories:
            self._factories[variant] = eryx.SandboxFactory.load(self._paths[variant])
        limits = eryx.ResourceLimits(
            max_memory_bytes=self._memory_bytes,
            execution_timeout_ms=int(seconds * 1000),
            max_fuel=fuel,
            max_vfs_bytes=0,
            max_callback_invocations=0,
        )
        output = _Output()
        created = self._factories[variant].create_session(
            resource_limits=limits, on_stdout=output, on_stderr=output, result_variable="reply"
        )
        self._open[session] = (created, output)
        return self.call(session, request, reply_bytes)

    def call(self, session: int, request: str, reply_bytes: int) -> str:
        interpreter, output = self._open[session]
        output.size = 0
        try:
            # The request is ASCII JSON, so its repr is a string literal and stays data inside.
            result = interpreter.execute(f"reply = __runner.handle({request!r})")
        except eryx.TimeoutError:
            return "Lran out of time"
        except eryx.ResourceLimitError:
            return "Lran out of its instruction budget"
        except eryx.ExecutionError as error:
            return self._flood(output) or _trapped(str(error))
        if self._flood(output):
            return self._flood(output)
        return _reply(result.result_json, reply_bytes)

    def close(self, session: int) -> str:
        self._open.pop(session, None)
        return "R"

    def _flood(self, output: _Output) -> str:
        return f"Lprinted more than {self._output_bytes:,} bytes" if output.size > self._output_bytes else ""


def _reply(result: str | None, reply_bytes: int) -> str:
    """The runner's text, which comes out as a JSON string."""
    if result is None:
        return "Cleft no reply"
    if len(result) > reply_bytes:
        return f"Lgave a reply of more than {reply_bytes:,} bytes"
    try:
        text = json.loads(result)
    except (ValueError, RecursionError):
        text = None
    return "R" + text if type(text) is str else "Cleft a reply that is no text"


def _trapped(error: str) -> str:
    """Why an interpreter died; after this its session can't be entered again."""
    if "MemoryError" in error or "oom" in error or "memory allocation" in error:
        return "Lran out of memory"
    if "call stack exhausted" in error:
        return "Lran out of stack"
    if "exit" in error:
        return "Cleft the interpreter"
    return "Cbroke its interpreter"


def serve(connection: socket.socket) -> None:
    """Answer requests until the host is gone."""
    sessions: _Sessions | None = None
    while (message := receive(connection)) is not None:
        request: dict[str, Any] = json.loads(message)
        op = request.pop("op")
        try:
            if op == "start":
                sessions, answer = _Sessions(**request), "R"
            else:
                answer = getattr(sessions, op)(**request)
        except Exception as error:  # noqa: BLE001 - the host decides; a dead worker would be blamed on the author
            answer = f"E{type(error).__name__}: {next(iter(str(error).splitlines()), '')}"
        send(connection, answer.encode("utf-8", "backslashreplace"))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # an abort is expected here and its core would hold 100 MB
    with socket.socket(fileno=0) as host:
        serve(host)
