"""An export's folder: written as a whole, with a list of hashes, and put in place in one go."""

import hashlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from assets.errors import OperatorError

SUMS = "SHA256SUMS"
"""The list of hashes, in the form that `sha256sum --check` reads."""


def replace_folder(target: Path, files: Mapping[str, bytes]) -> None:
    """Make `target` hold exactly `files` and their SHA256SUMS; what it held before is gone.

    The new folder is built beside the target and synced to disk, then two renames swap it in: whoever opens the target
    finds the old export, the new one, or (between the renames, or after a crash there, until the next run) none; never
    a mixture.

    Args:
        target: the folder; its parents are made.
        files: content by path relative to the folder.

    Raises:
        OperatorError: the folder can't be written.
    """
    partial, previous = (target.with_name(f".{target.name}.{state}") for state in ("partial", "previous"))
    try:
        _remove(partial)
        _write(partial, {**files, SUMS: _sums(files)})
        if target.exists():
            _remove(previous)
            target.rename(previous)
        partial.rename(target)
        _sync(target.parent)
        _remove(previous)
    except OSError as error:
        raise OperatorError(
            f"export {target} can't be written ({error.strerror or error}); make the folder writable and run again"
        ) from None


def _sums(files: Mapping[str, bytes]) -> bytes:
    lines = [f"{hashlib.sha256(content).hexdigest()}  {path}\n" for path, content in sorted(files.items())]
    return "".join(lines).encode()


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    folder.mkdir(parents=True)
    for path, content in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    for directory, _, _ in folder.walk(top_down=False):
        _sync(directory)


def _sync(directory: Path) -> None:
    """Make the directory's own entries last; a file's fsync does not cover its name."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)
