"""Makes a base image for the docker sandbox of this machine's own Python, for where no image registry is reached.

    python -m sandbox_images.base_image [IMAGE]

The image (default: `environment-duels-base:host`) holds the interpreter that runs this, its standard library and the
shared libraries that `ldd` names for them, and nothing else: no shell, no packages. Linux with glibc.
"""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

import docker
from docker.errors import DockerException
from docker.utils import parse_repository_tag

IMAGE = "environment-duels-base:host"

_LEFT_OUT = {
    *("__pycache__", "site-packages", "dist-packages", "test", "tests", "idlelib", "tkinter", "turtledemo"),
    *("ensurepip", "lib2to3", "pydoc_data", "__phello__"),
}
_LIBRARY = re.compile(r"(?:=> )?(/\S+) \(0x")


def build(image: str = IMAGE) -> str:
    """Import the image into the engine that the environment names (DOCKER_HOST, or the default one).

    Returns:
        The image's id.

    Raises:
        DockerException: there is no engine, or it refused the image.
        OSError: this is not a Linux with `ldd`.
    """
    repository, tag = parse_repository_tag(image)
    with tempfile.NamedTemporaryFile(suffix=".tar") as archive:
        with tarfile.open(archive.name, "w") as tar:
            _fill(tar)
        client = docker.from_env()
        try:
            client.api.import_image(archive.name, repository=repository, tag=tag or "latest")
            return str(client.images.get(image).id)
        finally:
            client.close()


def _fill(tar: tarfile.TarFile) -> None:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    executable = Path(sys._base_executable).resolve()  # type: ignore[attr-defined]
    library = Path(sysconfig.get_path("stdlib", vars={"installed_base": sys.base_prefix, "base": sys.base_prefix}))
    _add(tar, executable, f"usr/local/bin/{version}")
    link = tarfile.TarInfo("usr/local/bin/python3")
    link.type, link.linkname = tarfile.SYMTYPE, version
    tar.addfile(link)
    modules = list(_standard_library(library))
    for path in modules:
        _add(tar, path, f"usr/local/lib/{version}/{path.relative_to(library)}")
    for name in _shared_libraries([executable, *(path for path in modules if path.suffix == ".so")]):
        _add(tar, Path(name).resolve(), name.lstrip("/"))


def _standard_library(library: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(library):
        folders[:] = sorted(name for name in folders if name not in _LEFT_OUT and not name.startswith("config-"))
        yield from (Path(folder) / name for name in sorted(files) if not name.endswith((".a", ".o")))


def _shared_libraries(binaries: list[Path]) -> list[str]:
    """Paths, as the loader looks for them, of all that the binaries need."""
    listed = subprocess.run(["ldd", *map(str, binaries)], capture_output=True, text=True, check=False)  # noqa: S603, S607
    return sorted(set(_LIBRARY.findall(listed.stdout)))


def _add(tar: tarfile.TarFile, path: Path, name: str) -> None:
    entry = tar.gettarinfo(str(path), name)
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mode = 0o755 if os.access(path, os.X_OK) else 0o644
    with path.open("rb") as content:
        tar.addfile(entry, content)


def main() -> None:
    """The command line."""
    named = sys.argv[1] if len(sys.argv) > 1 else IMAGE
    try:
        identity = build(named)
    except DockerException as error:
        sys.exit(f"no Docker engine took the image ({error}); start one, or set DOCKER_HOST to where it listens")
    except OSError as error:
        sys.exit(f"no base image can be made of this Python: {error}; it takes a Linux with glibc and `ldd`")
    print(f"{named}: {identity}")


if __name__ == "__main__":
    main()
