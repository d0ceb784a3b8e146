"""The first process of a container: forks a fresh child for each episode of one authored environment.

It is trusted, never runs authored code, and is out of its children's reach: the kernel keeps signals from inside a
container away from its first process, and a process that is not dumpable opens its memory to nobody. A child plays one
episode: it has runner.py loaded, a socket to this process as descriptor 0, a pipe for what it prints as 1 and 2, and
limits under which it can open no descriptor, start no process or thread, and outgrow no memory. This process counts
what a child prints, its CPU time and its wall time, and kills it when it has had enough.

The host speaks over descriptors 0 and 1, about many episodes at once. A request is a header (`REQUEST`) and a text:

- ``O``: fork a child under a number that the host chose, and hand its runner a first request (the runner's own JSON);
- ``Q``: hand it one more;
- ``X``: end it; gets no answer.

An answer is a header (`ANSWER`), one letter and a text: ``R`` the runner's reply as it came, ``C`` or ``L`` the
author's breach of contract or limit, ``E`` a failure of ours. Each ``O`` and ``Q`` gets exactly one. The end of input
ends the container. Standard library only.
"""

import builtins
import ctypes
import gc
import importlib
import os
import resource
import selectors
import signal
import socket
import struct
import sys
import time
from typing import NoReturn

from sandbox_images.python_env import runner

# As runner.py does it, and for the same reason: what a child patches, its loop below does not see.
globals()["__builtins__"] = dict(vars(builtins))
_read, _write, _exit = os.read, os.write, os._exit

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
_LENGTH = struct.Struct(">I")

_IDLE_SECONDS = 1.0
"""How often children that nobody waits for are looked at: they have no CPU time to spend."""

_BROKEN, _NO_MEMORY = 70, 71
"""Exit statuses of a child whose runner failed, which only its own code can bring about."""


class Born(BaseException):
    """In a child, right after its fork: takes it out of the parent's frames, so that nothing of them is left in it."""


class Child:
    """One episode's process, seen from this side.

    Attributes:
        pid: the process.
        waiting: whether the host waits for an answer.
        verdict: once it has ended, the answer to whatever else is asked of it.
    """

    def __init__(self, memory_bytes: int, output_bytes: int) -> None:
        """Fork it; in the child `Born` is raised.

        Args:
            memory_bytes: address space that it may take beyond what it is born with.
            output_bytes: what it may print at one request.

        Raises:
            OSError: the container has as many processes as it may.
        """
        self.channel, theirs = socket.socketpair()
        # The end for writing stays open here too, so that the other one is never at its end.
        self.output, self._printer = os.pipe()
        address_space = _address_space() + memory_bytes
        with theirs:
            try:
                self.pid = os.fork()
            except OSError:
                self.close()
                raise
            if self.pid == 0:
                for descriptor, source in enumerate((theirs.fileno(), self._printer, self._printer)):
                    os.dup2(source, descriptor)
                raise Born(address_space)
        self.channel.setblocking(False)
        os.set_blocking(self.output, False)
        self.waiting = False
        self.verdict: bytes | None = None
        self._output_bytes = output_bytes
        self._printed = 0
        self._received = bytearray()
        self._reply_bytes = 0
        self._to_send = b""
        self._cpu_seconds = self._deadline = float("inf")
        self._cpu_before = self._cpu()

    def ask(self, text: bytes, cpu_seconds: float, wall_seconds: float, reply_bytes: int) -> None:
        """Send a request. CPU time that went by since the last reply is on this one's account."""
        self.waiting = True
        self._printed = 0
        self._cpu_seconds, self._reply_bytes = cpu_seconds, reply_bytes
        self._deadline = time.monotonic() + wall_seconds
        self._to_send += _LENGTH.pack(len(text)) + text
        self.send()

    @property
    def has_to_send(self) -> bool:
        return bool(self._to_send)

    def send(self) -> None:
        """Send what the child takes now, and never wait for it."""
        try:
            while self._to_send:
                self._to_send = self._to_send[self.channel.send(self._to_send) :]
        except BlockingIOError:
            pass
        except OSError:
            self._to_send = b""  # it has ended, which `receive` sees

    def receive(self) -> bytes | None:
        """Take in what the child sent and printed; the answer to the host where there is one."""
        ended = self._drain_channel()
        self._drain_output()
        size = _LENGTH.unpack_from(self._received)[0] if len(self._received) >= _LENGTH.size else 0
        whole = _LENGTH.size + size
        if self._printed > self._output_bytes:
            return self.kill(f"Lprinted more than {self._output_bytes:,} bytes")
        if self._received and not self.waiting:
            return self.kill("Csent a reply that nobody had asked for")
        if size > self._reply_bytes:
            return self.kill(f"Lgave a reply of more than {self._reply_bytes:,} bytes")
        if len(self._received) > whole:
            return self.kill("Csent two replies to one request")
        if self.waiting and len(self._received) == whole:
            reply = bytes(self._received[_LENGTH.size :])
            self._received.clear()
            self.waiting = False
            self._deadline = float("inf")
            self._cpu_before = self._cpu()
            return b"R" + reply
        return self._bury() if ended else None

    def look(self) -> bytes | None:
        """Kill the child if its time is over; the answer to the host where it waits for one."""
        if self._cpu() - self._cpu_before > self._cpu_seconds:
            return self.kill("Lran out of CPU time")
        if time.monotonic() > self._deadline:
            return self.kill("Lran out of time")
        return None

    def patience(self) -> float:
        """Seconds in which `look` can have nothing to say."""
        if not self.waiting:
            return _IDLE_SECONDS
        cpu_left = self._cpu_seconds - (self._cpu() - self._cpu_before)
        return max(0.005, min(self._deadline - time.monotonic(), cpu_left, _IDLE_SECONDS))

    def kill(self, verdict: str) -> bytes | None:
        """End the child. The verdict is the answer to the host if it waits, and to whatever else is asked."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return self._end(verdict)

    def close(self) -> None:
        self.channel.close()
        os.close(self.output)
        os.close(self._printer)

    def _bury(self) -> bytes | None:
        """It closed its channel, by its end or in its life."""
        # A status that is already decided stays so: the signal ends only what lives on.
        os.kill(self.pid, signal.SIGKILL)
        status = os.waitpid(self.pid, 0)[1]
        if os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == _BROKEN:
            return self._end("Cbroke its interpreter")
        if os.WEXITSTATUS(status) == _NO_MEMORY:
            return self._end("Lran out of memory")
        return self._end("Cleft the interpreter")

    def _end(self, verdict: str) -> bytes | None:
        self.verdict = verdict.encode()
        waited, self.waiting = self.waiting, False
        return self.verdict if waited else None

    def _drain_channel(self) -> bool:
        """Whether the child closed its end. No more than a byte too many is kept."""
        while (room := _LENGTH.size + self._reply_bytes + 1 - len(self._received)) > 0:
            try:
                part = self.channel.recv(min(room, _CHUNK))
            except BlockingIOError:
                return False
            except OSError:
                return True
            if not part:
                return True
            self._received += part
        return False

    def _drain_output(self) -> None:
        while self._printed <= self._output_bytes:
            try:
                part = os.read(self.output, _CHUNK)
            except BlockingIOError:
                return
            self._printed += len(part)

    def _cpu(self) -> float:
        """CPU seconds of the process so far; its clock's number is made of the pid as in clock_getcpuclockid(3)."""
        try:
            return time.clock_gettime((~self.pid << 3) | 2)
        except OSError:
            return 0.0  # it has ended


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
        return min((child.patience() for child in self._children.values()), default=_IDLE_SECONDS)

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


# --- inside a child ---------------------------------------------------------------------------------------------------


def _live(address_space: int) -> NoReturn:
    """What a child does to its end."""
    try:
        os.closerange(3, 1024)
        for limited, most in (
            (resource.RLIMIT_NOFILE, 0),
            (resource.RLIMIT_NPROC, 0),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_AS, address_space),
        ):
            resource.setrlimit(limited, (most, most))
        while True:
            reply = runner.handle(_receive(_LENGTH.unpack(_receive(_LENGTH.size))[0]).decode()).encode()
            message = _LENGTH.pack(len(reply)) + reply
            while message:
                message = message[_write(0, message) :]
    except MemoryError:
        _exit(_NO_MEMORY)
    except BaseException:  # noqa: BLE001 - whatever it is, the child ends here
        _exit(_BROKEN)


def _receive(size: int) -> bytes:
    received = b""
    while len(received) < size:
        part = _read(0, size - len(received))
        if not part:
            _exit(0)
        received += part
    return received


# --- from the container's start ---------------------------------------------------------------------------------------


def _address_space() -> int:
    with open("/proc/self/statm", "rb") as sizes:  # noqa: PTH123 - pathlib would be one more module to load
        return int(sizes.read().split()[0]) * resource.getpagesize()


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
    _live(address_space)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
