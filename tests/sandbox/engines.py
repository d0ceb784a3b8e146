"""What the docker sandbox's tests ask of the engine themselves."""

import time

import docker
import pytest

from orchestration.resources.sandbox.choice import chosen
from orchestration.resources.sandbox.docker.owner import LABEL, owner

needs_docker = pytest.mark.skipif(chosen().backend != "docker", reason="DUELS_SANDBOX is not docker")


def ours(engine: docker.DockerClient) -> list[str]:
    """Ids of this process's containers."""
    labelled = engine.api.containers(all=True, filters={"label": f"{LABEL}={owner()}"})
    return [str(container["Id"]) for container in labelled]


def gone(engine: docker.DockerClient, identity: str, seconds: float = 20) -> bool:
    """Whether a container is gone before long."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if identity not in [found["Id"] for found in engine.api.containers(all=True)]:
            return True
        time.sleep(0.05)
    return False
