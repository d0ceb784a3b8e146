"""The first process of a container: forks a fresh child for each episode of one authored environment.

It is trusted, never runs authored code, and is out of its children's reach: the kernel keeps signals from inside a
container away from its first process, and a process that is not dumpable opens its memory to nobody. It counts what a
child (child.py) prints, its CPU time and its wall time, and kills it when it has had enough.

The host speaks over descriptors 0 and 1, about many episodes at once. A request is a header (`REQUEST`) and a text:

- ``O``: fork a child under a number that the host chose, and hand its runner a first request (the runner's own JSON);
- ``Q``: hand it one more;
- ``X``: end it; gets no answer.

An answer is a header (`ANSWER`), one letter and a text: ``R`` the runner's reply as it came, ``C`` or ``L`` the
author's breach of contract or limit, ``E`` a failure of ours. Each ``O`` and ``Q`` gets exactly one. The end of input
ends the container. Standard library only.
"""

import ctypes
import gc
import importlib
import os
import selectors
import struct
import sys
import time

from sandbox_images.python_env.child import IDLE_SECONDS, Born, Child, live

REQUEST = struct.Struct(">QcddII")
"""Episode, letter, CPU seconds, wall seconds, longest reply in bytes, length of the text in bytes."""

ANSWER = struct.Struct(">QI")
"""Episode, length of letter and text in bytes."""

PRELOADED = (
    *("_pylong", "_sha2", "_strptime", "_suggestions", "annotationlib", "atexit", "decimal", "hashlib", "stringprep"),
    *("struct", "traceback", "tracemalloc", "unicodedata", "encodings.aliases", "encodings.ascii", "encodings.cp1252"),
    *("encodings.idna", "encodings.latin_1", "encodings.punycode", "encodings.raw_unicode_escape"),
    *("encodings.unicode_escape", "encodings.utf_16", "encodings.utf_32", "encodings.utf_8_sig"),
)
"""What the allowed modules, or the interpreter itself, import when they first need it: a child can't open its file.
Not every version of Python has all of them."""

_PR_SET_DUMPABLE = 4
_CHUNK = 1 << 16


class Parent:
    """Carries requests and answers between the host and the children. See `Child` for its arguments."""

    def __init__(self, memory_bytes: int, output_bytes: int) -> None:
        self._memory_bytes = memory_bytes
        self._output_bytes = output_bytes
        self._children: dict[int, Child] = {}
        self._requests = b""
        self._selector = selectors.DefaultSelector()
        self._selector.register(0, selectors.EVENT_READ)
        self._look_at = 0.0

    def serve(self) -> None:
        """Answer the host until it is gone."""
        while True:
            now = time.monotonic()
            if now >= self._look_at:
                self._look_at = now + self._look()
            for key, events in self._selector.select(self._look_at - now):
                if key.fd == 0:
                    if not self._read_requests():
                        return
                else:
                    self._attend(key.data, events)

    def _look(self) -> float:
        """Look at all children; seconds until that is worth doing again."""
        for number, child in list(self._children.items()):
            if child.verdict is None:
                self._answer(number, child.look())
        return min((child.patience() for child in self._children.values()), default=IDLE_SECONDS)

    def _read_requests(self) -> bool:
        part = os.read(0, _CHUNK)
        self._requests += part
        while len(self._requests) >= REQUEST.size:
            number, letter, cpu_seconds, wall_seconds, reply_bytes, size = REQUEST.unpack_from(self._requests)
            text = self._requests[REQUEST.size : REQUEST.size + size]
            if len(text) < size:
                break
            self._requests = self._requests[REQUEST.size + size :]
            if letter == b"X":
                self._close(number)
                continue
            if letter == b"O" and not self._open(number):
                continue
            child = self._children[number]
            if child.verdict is None:
                child.ask(text, cpu_seconds, wall_seconds, reply_bytes)
                self._look_at = min(self._look_at, time.monotonic() + min(cpu_seconds, wall_seconds))
                if child.has_to_send:
                    self._watch(number)
            else:
                self._answer(number, child.verdict)
        return bool(part)

    def _open(self, number: int) -> bool:
        try:
            child = self._children[number] = Child(self._memory_bytes, self._output_bytes)
        except OSError as error:
            self._answer(number, f"Eno process for an episode: {error.strerror}".encode())
            return False
        self._selector.register(child.channel, selectors.EVENT_READ, number)
        self._selector.register(child.output, selectors.EVENT_READ, number)
        return True

    def _close(self, number: int) -> None:
        child = self._children.pop(number, None)
        if child is not None:
            if child.verdict is None:
                child.kill("")
                self._ignore(child)
            child.close()

    def _attend(self, number: int, events: int) -> None:
        child = self._children.get(number)
        if child is None or child.verdict is not None:
            return
        if events & selectors.EVENT_WRITE:
            child.send()
            self._watch(number)
        if events & selectors.EVENT_READ:
            self._answer(number, child.receive())

    def _watch(self, number: int) -> None:
        child = self._children[number]
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if child.has_to_send else 0)
        self._selector.modify(child.channel, events, number)

    def _ignore(self, child: Child) -> None:
        self._selector.unregister(child.channel)
        self._selector.unregister(child.output)

    def _answer(self, number: int, answer: bytes | None) -> None:
        """Send the host an answer, if there is one; stop listening to a child that has ended."""
        child = self._children.get(number)
        if child is not None and child.verdict is not None and child.channel in self._selector.get_map():
            self._ignore(child)
        if answer is not None:
            message = ANSWER.pack(number, len(answer)) + answer
            while message:
                message = message[os.write(1, message) :]


def preload(*modules: str) -> None:
    """Import what authored code may import, and what that needs later."""
    for name in (*modules, *PRELOADED):
        try:
            importlib.import_module(name)
        except ImportError:
            continue


def main(memory_bytes: int, output_bytes: int, *modules: str) -> None:
    """Serve the host. The modules are those that authored code may import."""
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    os.environ.clear()
    preload(*modules)
    gc.freeze()
    try:
        Parent(memory_bytes, output_bytes).serve()
    except Born as birth:
        (address_space,) = birth.args
    else:
        return
    gc.collect()
    live(address_space)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
