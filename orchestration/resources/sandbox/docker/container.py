"""The host's end of a container: carries the requests and answers of its episodes over one attached stream."""

import socket
import struct
import threading
import time
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from typing import Any

from assets.errors import SandboxError
from orchestration.resources.sandbox.limits import Budget
from sandbox_images.python_env.container import ANSWER, REQUEST

_ATTACHED = struct.Struct(">BxxxI")
"""Before each piece of an attached stream: which output of the container it is from, and how many bytes it has."""

_STDERR = 2
_CHUNK = 1 << 16
_PATIENCE_SECONDS = 30.0
"""How long the container may take in nothing, or say nothing beyond a call's own limit, before it is taken for hung."""

_NUMBERS = count(1)


class Container:
    """A running container. Its methods may be called from any thread, and none of them waits for an answer.

    Args:
        identity: the engine's id of it.
        stream: as the Docker SDK's `attach_socket` returns it, for all three standard streams.

    Attributes:
        episodes: how many are assigned to it; its user counts them.
    """

    def __init__(self, identity: str, stream: Any) -> None:
        self.identity = identity
        self.episodes = 0
        self._stream = stream
        self._socket: socket.socket = getattr(stream, "_sock", stream)
        self._socket.settimeout(_PATIENCE_SECONDS)
        self._lock = threading.Lock()
        # Apart from the other, so that answers are taken in while a request waits for its turn to be sent.
        self._sending = threading.Lock()
        self._waiting: dict[int, tuple[Future[str], float]] = {}
        self._ended: str | None = None
        self._said = b""
        threading.Thread(target=self._listen, name=f"container {identity[:12]}", daemon=True).start()

    @property
    def has_ended(self) -> bool:
        return self._ended is not None

    def open(self, request: str, budget: Budget) -> tuple[int, Future[str]]:
        """Fork a process for an episode and hand its runner a first request.

        Returns:
            The episode's number, and its answer (see `ask`).
        """
        number = next(_NUMBERS)
        return number, self._request(number, b"O", request, budget)

    def ask(self, number: int, request: str, budget: Budget) -> Future[str]:
        """Hand an episode's runner one more request.

        Returns:
            One letter and a text (see answer.py), or a SandboxError if the container ends first.
        """
        return self._request(number, b"Q", request, budget)

    def end(self, number: int) -> None:
        """Kill an episode's process."""
        with self._lock:
            self._waiting.pop(number, None)
        if not self.has_ended:
            self._send(REQUEST.pack(number, b"X", 0.0, 0.0, 0, 0))

    def close(self) -> None:
        """Close the stream, which ends the container; calls in flight end with a SandboxError."""
        self._end("the sandbox is closed")
        # An engine that has output to get rid of keeps a container that it is told to remove.
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def _request(self, number: int, letter: bytes, request: str, budget: Budget) -> Future[str]:
        answer: Future[str] = Future()
        text = request.encode()
        header = REQUEST.pack(number, letter, budget.cpu_seconds, budget.seconds, budget.reply_bytes, len(text))
        with self._lock:
            if self._ended is not None:
                answer.set_exception(SandboxError(self._ended))
                return answer
            self._waiting[number] = answer, time.monotonic() + budget.seconds + _PATIENCE_SECONDS
        self._send(header + text)
        return answer

    def _send(self, message: bytes) -> None:
        try:
            with self._sending:
                self._socket.sendall(message)
        except OSError:
            # It has ended, and the listening thread sees why; or it takes nothing in, and this is its end.
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _listen(self) -> None:
        """Hand answers to those who wait for them, until the container ends."""
        raw, answers = b"", b""
        with suppress(OSError):
            while part := self._receive():
                raw += part
                while len(raw) >= _ATTACHED.size:
                    output, size = _ATTACHED.unpack_from(raw)
                    if len(raw) < _ATTACHED.size + size:
                        break
                    piece, raw = raw[_ATTACHED.size : _ATTACHED.size + size], raw[_ATTACHED.size + size :]
                    if output == _STDERR:
                        self._said = (self._said + piece)[-_CHUNK:]
                    else:
                        answers = self._hand_out(answers + piece)
        last = self._said.decode("utf-8", "replace").strip().rpartition("\n")[2]
        self._end("the sandbox's container ended" + (f": {last[:200]}" if last else ""))
        # The SDK keeps the response that the stream belongs to, and that has to close first.
        getattr(self._stream, "_response", self._stream).close()

    def _receive(self) -> bytes:
        """What comes next; nothing once the container has ended, or hangs."""
        while True:
            with suppress(TimeoutError):
                return self._socket.recv(_CHUNK)
            with self._lock:
                overdue = any(until < time.monotonic() for _, until in self._waiting.values())
            if overdue:
                self._end("the sandbox's container hung and was ended")
                self.close()

    def _hand_out(self, answers: bytes) -> bytes:
        """Hand out what is whole and return the rest."""
        while len(answers) >= ANSWER.size:
            number, size = ANSWER.unpack_from(answers)
            if len(answers) < ANSWER.size + size:
                break
            text, answers = answers[ANSWER.size : ANSWER.size + size], answers[ANSWER.size + size :]
            with self._lock:
                waiting, _ = self._waiting.pop(number, (None, 0.0))
            if waiting is not None and waiting.set_running_or_notify_cancel():
                waiting.set_result(text.decode("utf-8", "replace"))
        return answers

    def _end(self, why: str) -> None:
        with self._lock:
            self._ended = self._ended or why
            waiting, self._waiting = self._waiting, {}
        for answer, _ in waiting.values():
            if answer.set_running_or_notify_cancel():
                answer.set_exception(SandboxError(self._ended))
