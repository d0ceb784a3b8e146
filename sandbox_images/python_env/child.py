"""One episode's process in a container: forked from the first one (container.py), and how each sees the other.

A child has a socket to the first process as descriptor 0 and a pipe for what it prints as 1 and 2, and limits under
which it can open no descriptor, start no process or thread, and outgrow no memory. A message between the two is four
bytes of length, most significant first, and so many bytes.
"""

import builtins
import os
import resource
import signal
import socket
import struct
import time
from typing import NoReturn

from sandbox_images.python_env import runner

# As runner.py does it, and for the same reason: what authored code patches, `live` below does not see.
globals()["__builtins__"] = dict(vars(builtins))
_read, _write, _exit = os.read, os.write, os._exit

_CHUNK = 1 << 16
_LENGTH = struct.Struct(">I")

IDLE_SECONDS = 1.0
"""How often children that nobody waits for are looked at: they have no CPU time to spend."""

_BROKEN, _NO_MEMORY = 70, 71
"""Exit statuses of a child whose runner failed, which only its own code can bring about."""


class Born(BaseException):
    """In a child, right after its fork: takes it out of the parent's frames, so that nothing of them is left in it.

    Its argument is the address space that the child may take, in bytes, for `live`.
    """


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
            return IDLE_SECONDS
        cpu_left = self._cpu_seconds - (self._cpu() - self._cpu_before)
        return max(0.005, min(self._deadline - time.monotonic(), cpu_left, IDLE_SECONDS))

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


def live(address_space: int) -> NoReturn:
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


def _address_space() -> int:
    with open("/proc/self/statm", "rb") as sizes:  # noqa: PTH123 - pathlib would be one more module to load
        return int(sizes.read().split()[0]) * resource.getpagesize()
