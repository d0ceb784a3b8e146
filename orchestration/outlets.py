"""Outlets: paths that DuckDB's writers can write to, for a file that appears whole and for standard output."""

import codecs
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import IO

from assets.errors import OperatorError
from assets.foreign_text import harmless

_CHUNK = 1 << 16


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A place beside the file, which becomes the file in one rename when the context ends well, else is removed.

    Raises:
        OperatorError: the folder is not there, or at the path stands what is not a file.
    """
    # A link stays one: what it leads to is replaced.
    target = path.resolve()
    if not target.parent.is_dir():
        raise OperatorError(f"{path} can't be written: there is no folder {target.parent}")
    if target.exists() and not target.is_file():
        raise OperatorError(f"{path} is not a file; name one, or leave --output out to write to standard output")
    fresh = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        yield fresh
        fresh.replace(target)
    except OSError as error:
        raise OperatorError(f"{path} can't be written ({error.strerror or error})") from None
    finally:
        fresh.unlink(missing_ok=True)


@contextmanager
def standard_output() -> Iterator[Path]:
    """A path from which all that is written streams to standard output, made harmless where that is a terminal.

    Not `/dev/stdout`: where output is appended to a file, opening that would empty the file first.

    Raises:
        OperatorError: standard output can't be written, such as to a full disk.
        BrokenPipeError: whoever reads standard output has closed it, whatever the writer made of that.
    """
    receiver, sender = os.pipe()
    passing = _Passing(receiver, sys.stdout)
    passing.start()
    interrupted = False
    try:
        yield Path(f"/dev/fd/{sender}")
    except KeyboardInterrupt:
        # Who writes is still writing: there is no end to wait for.
        interrupted = True
        raise
    finally:
        os.close(sender)
        if not interrupted:
            passing.finish()


class _Passing(Thread):
    """Passes on what comes out of a pipe."""

    def __init__(self, receiver: int, output: IO[str]) -> None:
        super().__init__(name="standard output", daemon=True)
        self._receiver = receiver
        self._output = output
        self._error: OSError | None = None

    def run(self) -> None:
        try:
            # Closed at an error, so that the writer has one too and ends.
            with os.fdopen(self._receiver, "rb", buffering=0) as pipe:
                self._pass_on(pipe)
        except OSError as error:
            self._error = error

    def finish(self) -> None:
        """Wait until all is passed on, or raise why it could not be."""
        self.join()
        if isinstance(self._error, BrokenPipeError):
            raise self._error from None
        if self._error:
            raise OperatorError(f"standard output can't be written ({self._error.strerror})") from None

    def _pass_on(self, pipe: IO[bytes]) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        terminal = self._output.isatty()
        while chunk := pipe.read(_CHUNK):
            if terminal:
                self._output.write(harmless(decoder.decode(chunk)))
            else:
                self._output.buffer.write(chunk)  # type: ignore[attr-defined]
        self._output.flush()
