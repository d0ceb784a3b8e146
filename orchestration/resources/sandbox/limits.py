"""What authored code may use before it is stopped."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """Bounds of one request to the runner.

    In WebAssembly CPU is counted in instructions, so the verdict on an environment does not depend on how busy the
    machine is. A container can only count CPU time; its bound is several times what as many instructions take there.
    Wall time only has to stop code that waits, and is many times either.
    """

    fuel: int
    """WebAssembly instructions; 10^9 take about 0.07 s of one core."""

    cpu_seconds: float
    """CPU time of a native interpreter, seconds."""

    seconds: float
    """Wall time, seconds."""

    reply_bytes: int
    """Longest reply, bytes of JSON."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of the sandbox."""

    memory_bytes: int = 64 * 1024 * 1024
    """Linear memory of one interpreter, bytes. A fresh one with the allowed modules takes about 20 MiB of it."""

    native_bytes: int = 88 * 1024 * 1024
    """The same for a native interpreter, beyond what a fresh one takes: pointers are twice as long there."""

    output_bytes: int = 1024 * 1024
    """What one request may print, stdout and stderr together, bytes. What is printed is counted and thrown away."""

    call: Budget = Budget(fuel=10_000_000_000, cpu_seconds=1.5, seconds=10.0, reply_bytes=1024 * 1024)
    """Each load, reset, step or solution of an episode."""

    play: Budget = Budget(fuel=60_000_000_000, cpu_seconds=9.0, seconds=60.0, reply_bytes=8 * 1024 * 1024)
    """A whole `play`, all its episodes together."""
