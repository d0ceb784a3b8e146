"""A report's file: put in place in one go, so that whoever opens it finds a whole page."""

import os
from pathlib import Path

from assets.errors import OperatorError


def replace_file(path: Path, content: bytes) -> None:
    """Make the file hold the content; its folder is made where it is missing.

    Raises:
        OperatorError: it can't be written. What it held before is still there.
    """
    partial = path.with_name(f".{path.name}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        raise OperatorError(
            f"report {path} can't be written ({error.strerror or error}); make its folder writable and run again"
        ) from None
