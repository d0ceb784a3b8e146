"""A Docker engine as the sandbox uses it: connects, has the image, clears away what is left, starts containers."""

from contextlib import suppress

import docker
from docker.errors import DockerException, NotFound
from docker.types import LogConfig, Ulimit

from assets.contract import ALLOWED_IMPORTS
from assets.errors import OperatorError, SandboxError, SandboxUnavailable
from orchestration.resources.sandbox.docker.container import Container
from orchestration.resources.sandbox.docker.image import ENGINE_ERRORS, ensure_image, reason
from orchestration.resources.sandbox.docker.owner import LABEL, is_left_behind, owner
from orchestration.resources.sandbox.limits import Limits

EPISODES = 8
"""Most episodes at once in a container."""

_PARENT_BYTES = 128 * 1024 * 1024
"""Memory for a container's first process, which holds the replies on their way."""

_PROCESSES = 16
"""A container's: the episodes, their parent, and some room, so that this limit is never what an episode meets first."""


class Engine:
    """The engine that the environment names (DOCKER_HOST, or the local one), made ready.

    Args:
        base_image: see `ensure_image`.
        runtime: the engine's name of another container runtime, such as `runsc` for gVisor.
        limits: bounds of each episode.

    Raises:
        SandboxUnavailable: no engine answers.
        OperatorError: the base image can't be got, or the engine does not know the runtime.
        SandboxError: the image can't be built.
    """

    def __init__(self, base_image: str, runtime: str | None, limits: Limits) -> None:
        self._runtime = runtime
        self._limits = limits
        self._client = _connect()
        try:
            self._require_runtime()
            self._image = ensure_image(self._client, base_image)
            self.sweep()
        except BaseException:
            self.close()
            raise

    @property
    def description(self) -> str:
        """The engine's version and the runtime of its containers."""
        return f"Docker engine {self._client.version()['Version']}, runtime {self._runtime or 'runc'}"

    def start(self, variant: int) -> Container:
        """Start a container for one environment.

        Args:
            variant: which hash seed its interpreters get.

        Raises:
            SandboxError: the engine refused.
        """
        limits = self._limits
        memory = _PARENT_BYTES + EPISODES * limits.native_bytes
        try:
            created = self._client.containers.create(
                self._image,
                [str(limits.native_bytes), str(limits.output_bytes), *ALLOWED_IMPORTS],
                environment={"PYTHONHASHSEED": str(variant + 1)},
                labels={LABEL: owner()},
                runtime=self._runtime,
                user="65534:65534",
                # The end of the host, whatever its cause, is the end of this stream, and that is the container's.
                stdin_open=True,
                auto_remove=True,
                network_mode="none",
                ipc_mode="none",
                read_only=True,
                cap_drop=["ALL"],
                security_opt=["no-new-privileges"],
                pids_limit=_PROCESSES,
                mem_limit=memory,
                memswap_limit=memory,
                nano_cpus=10**9,
                ulimits=[Ulimit(name="core", soft=0, hard=0), Ulimit(name="nofile", soft=64, hard=64)],
                log_config=LogConfig(type="none"),
            )
            identity = str(created.id)
        except ENGINE_ERRORS as error:
            raise SandboxError(f"the sandbox's container can't be created: {reason(error)}") from None
        container = None
        try:
            # Attached before the start, so that nothing is missed.
            stream = self._client.api.attach_socket(identity, {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1})
            container = Container(identity, stream)
            self._client.api.start(identity)
        except ENGINE_ERRORS as error:
            if container is not None:
                container.close()
            self._remove(identity)
            raise SandboxError(f"the sandbox's container can't be started: {reason(error)}") from None
        return container

    def end(self, container: Container) -> None:
        """Close a container and remove it; its calls in flight end with a SandboxError."""
        container.close()
        self._remove(container.identity)

    def sweep(self) -> None:
        """Remove the containers of processes of this machine that are no more."""
        try:
            for left in self._client.api.containers(all=True, filters={"label": LABEL}):
                if is_left_behind(left["Labels"][LABEL]):
                    self._remove(left["Id"])
        except ENGINE_ERRORS as error:
            raise SandboxError(f"sandbox: the engine does not list its containers: {reason(error)}") from None

    def close(self) -> None:
        self._client.close()

    def _require_runtime(self) -> None:
        known = self._client.info().get("Runtimes") or {}
        if self._runtime and self._runtime not in known:
            raise OperatorError(
                f"sandbox: the engine has no runtime {self._runtime!r} but {', '.join(sorted(known))}; "
                "install it, or change the season's sandbox.runtime or DUELS_SANDBOX_RUNTIME"
            )

    def _remove(self, identity: str) -> None:
        try:
            self._client.api.remove_container(identity, force=True)
        except NotFound:
            pass
        except ENGINE_ERRORS:
            # Mostly that it is ending by itself, and the engine is removing it at this moment.
            with suppress(*ENGINE_ERRORS):
                self._client.api.wait(identity, timeout=10, condition="removed")


def _connect() -> docker.DockerClient:
    try:
        return docker.from_env()  # asks the engine for its version
    except DockerException as error:
        problem = reason(error)
    # Raised out here, so that the socket that the SDK left open goes with the SDK's own error.
    raise SandboxUnavailable(
        f"no sandbox: no Docker engine answers ({problem}); start one, or set DOCKER_HOST to where it listens, "
        "or play in the embedded sandbox: DUELS_SANDBOX=wasm"
    )
