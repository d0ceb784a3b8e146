"""The sandbox's image: built when an engine does not have it, or anything that it is made of has changed."""

import hashlib
from pathlib import Path

import docker
from docker.errors import APIError, BuildError, DockerException, ImageNotFound
from docker.models.images import Image
from docker.utils import parse_repository_tag
from requests.exceptions import RequestException

from assets.contract import ALLOWED_IMPORTS
from assets.errors import OperatorError, SandboxError

ENGINE_ERRORS = (DockerException, RequestException)
"""What the SDK raises: its own errors, and those of the way to the engine as they come."""

_REPOSITORY = "environment-duels-sandbox"
_CONTEXT = Path(__file__).parents[4] / "sandbox_images" / "python_env"
_FILES = ("Dockerfile", "__init__.py", "child.py", "container.py", "runner.py")


def ensure_image(client: docker.DockerClient, base_image: str) -> str:
    """The image's tag, which names its content.

    Args:
        base_image: an image with a `python3` of version 3.12 or newer.

    Raises:
        OperatorError: the engine does not have the base image and can't get it.
        SandboxError: the image can't be built.
    """
    base = _base(client, base_image)
    made_of = (str(base.id), *ALLOWED_IMPORTS, *((_CONTEXT / name).read_text(encoding="utf-8") for name in _FILES))
    tag = f"{_REPOSITORY}:{hashlib.sha256(chr(0).join(made_of).encode()).hexdigest()[:16]}"
    try:
        client.images.get(tag)
    except ImageNotFound:
        _build(client, base_image, tag)
    return tag


def _base(client: docker.DockerClient, name: str) -> Image:
    try:
        return client.images.get(name)
    except ImageNotFound:
        pass
    try:
        repository, tag = parse_repository_tag(name)
        return client.images.pull(repository, tag or "latest")
    except ENGINE_ERRORS as error:
        raise OperatorError(
            f"sandbox: the engine has no image {name} and can't pull it ({reason(error)}); where no registry is "
            "reached, make one of this machine's Python with `python -m sandbox_images.base_image`, and set "
            "DUELS_SANDBOX_BASE (or the season's sandbox.base_image) to the name that this prints"
        ) from None


def _build(client: docker.DockerClient, base_image: str, tag: str) -> None:
    try:
        client.images.build(
            path=str(_CONTEXT),
            tag=tag,
            buildargs={"BASE": base_image, "MODULES": " ".join(ALLOWED_IMPORTS)},
            network_mode="none",
            rm=True,
            forcerm=True,
        )
    except BuildError as error:
        said = " ".join(str(line.get("stream", line.get("error", ""))) for line in error.build_log)
        raise SandboxError(
            f"sandbox: the image can't be built on {base_image}, which must have a `python3` of version 3.12 or newer: "
            + " ".join(said.split())[-500:]
        ) from None
    except ENGINE_ERRORS as error:
        raise SandboxError(f"sandbox: the image can't be built on {base_image}: {reason(error)}") from None


def reason(error: Exception) -> str:
    """What an engine, or the way to it, says; one line."""
    said = error.explanation if isinstance(error, APIError) and error.explanation else error
    return " ".join(str(said).split())[:300]
