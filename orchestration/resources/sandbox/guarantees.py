"""What each sandbox guarantees and what it leaves open, a sentence each; docs/sandboxes.md says more."""

from dataclasses import dataclass

from assets.sandbox_choice import Backend


@dataclass(frozen=True, slots=True)
class Guarantees:
    """Of one backend."""

    holds: tuple[str, ...]
    leaves_open: tuple[str, ...]


_BOTH = (
    "authored code sees no file, key, environment variable, network or process of this machine",
    "memory, CPU, wall time, output and reply of every call are bounded; what goes over is its author's fault",
    "each episode has an interpreter of its own, started fresh",
)

GUARANTEES: dict[Backend, Guarantees] = {
    "wasm": Guarantees(
        holds=(
            *_BOTH,
            "CPU is counted in instructions, so a verdict does not depend on how busy the machine is",
        ),
        leaves_open=("a flaw in the WebAssembly runtime (Wasmtime) would let code out into a process of your user",),
    ),
    "docker": Guarantees(
        holds=(
            *_BOTH,
            "one container an environment: no network, no writable file, no capabilities, nobody's rights, one CPU",
            "containers end with the process that started them, whatever ends it",
        ),
        leaves_open=(
            "a flaw in the kernel would let code out to the engine's machine, unless the runtime is gVisor's runsc",
            "CPU is counted as time, so on a busy machine a slow environment may be judged too slow",
        ),
    ),
}
