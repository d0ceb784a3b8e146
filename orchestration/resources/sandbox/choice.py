"""Opens the sandbox that the operator chose: by environment variables, else by the season."""

import os
from typing import get_args

from assets.errors import OperatorError
from assets.sandbox_choice import Backend, SandboxChoice
from orchestration.resources.sandbox.docker.sandbox import DockerSandbox
from orchestration.resources.sandbox.limits import Limits
from orchestration.resources.sandbox.runner_sandbox import RunnerSandbox
from orchestration.resources.sandbox.wasm.sandbox import WasmSandbox

_BACKEND, _BASE_IMAGE, _RUNTIME = "DUELS_SANDBOX", "DUELS_SANDBOX_BASE", "DUELS_SANDBOX_RUNTIME"


def chosen(season: SandboxChoice | None = None) -> SandboxChoice:
    """The choice that holds.

    Args:
        season: what the season says; by default nothing.

    Raises:
        OperatorError: DUELS_SANDBOX names no sandbox.
    """
    backend = os.environ.get(_BACKEND)
    if backend and backend not in get_args(Backend):
        raise OperatorError(f"{_BACKEND} is {backend!r}; set it to one of: {', '.join(get_args(Backend))}")
    overridden = {
        "backend": backend,
        "base_image": os.environ.get(_BASE_IMAGE),
        "runtime": os.environ.get(_RUNTIME),
    }
    return (season or SandboxChoice()).model_copy(update={name: value for name, value in overridden.items() if value})


def open_sandbox(choice: SandboxChoice, limits: Limits | None = None) -> RunnerSandbox:
    """The sandbox; nothing is started before it is prepared, or first played in. Close it."""
    if choice.backend == "docker":
        return DockerSandbox(choice, limits)
    return WasmSandbox(limits=limits)
