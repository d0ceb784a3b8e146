"""Which sandbox a season plays in."""

from typing import Annotated, Literal

from pydantic import Field

from assets.contestant_entry import Strict

Backend = Literal["wasm", "docker"]


class SandboxChoice(Strict):
    """The field `sandbox` of a season file. DUELS_SANDBOX, DUELS_SANDBOX_BASE and DUELS_SANDBOX_RUNTIME override it."""

    backend: Backend = "wasm"
    """`wasm`: CPython in WebAssembly, embedded. `docker`: containers of the engine that DOCKER_HOST names."""

    base_image: Annotated[str, Field(min_length=1)] = "python:3.14-slim"
    """For docker: an image with a `python3` of version 3.12 or newer, or the name to pull it by."""

    runtime: Annotated[str | None, Field(min_length=1)] = None
    """For docker: the engine's name of a container runtime, such as `runsc` for gVisor; by default the engine's own."""
