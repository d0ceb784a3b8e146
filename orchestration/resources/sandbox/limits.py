"""What authored code may use before it is stopped."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """Bounds of one request to the runner.

    CPU is counted in instructions, so the verdict on an environment does not depend on how busy the machine is. Wall
    time only has to stop code that waits, and is many times what the instructions take.
    """

    fuel: int
    """WebAssembly instructions; 10^9 take about 0.07 s of one core."""

    seconds: float
    """Wall time, seconds."""

    reply_bytes: int
    """Longest reply, bytes of JSON."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of the sandbox."""

    memory_bytes: int = 64 * 1024 * 1024
    """Linear memory of one interpreter, bytes. A fresh one with the allowed modules takes about 20 MiB of it."""

    output_bytes: int = 1024 * 1024
    """What one request may print, stdout and stderr together, bytes. What is printed is counted and thrown away."""

    call: Budget = Budget(fuel=10_000_000_000, seconds=10.0, reply_bytes=1024 * 1024)
    """Each load, reset, step or solution of an episode."""

    play: Budget = Budget(fuel=60_000_000_000, seconds=60.0, reply_bytes=8 * 1024 * 1024)
    """A whole `play`, all its episodes together."""
