"""Progress across processes: steps write how far they are into small files, the command line reads and draws it."""

import json
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assets.ports import Progress

WRITE_EVERY_S = 0.2
READ_EVERY_S = 0.2


class ProgressFiles:
    """Writes what steps report (`assets.ports.Progress`): ``<folder>/<step>/<contestant>.json`` holds [done, total]."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._written: dict[tuple[str, str], float] = {}

    def update(self, step: str, contestant: str, done: int, total: int) -> None:
        """Write it, but not many times a second."""
        now = time.monotonic()
        if done != total and now - self._written.get((step, contestant), -WRITE_EVERY_S) < WRITE_EVERY_S:
            return
        self._written[step, contestant] = now
        path = self._folder / step / f"{contestant}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".new")
        unfinished.write_text(json.dumps([done, total]), encoding="ascii")
        unfinished.replace(path)


@contextmanager
def relayed(folder: Path, progress: Progress) -> Iterator[None]:
    """Pass on to `progress` what steps write into the folder meanwhile; what was there before is of an earlier run."""
    shutil.rmtree(folder, ignore_errors=True)
    ended = threading.Event()
    seen: dict[Path, str] = {}

    def pass_on() -> None:
        for path in sorted(folder.glob("*/*.json")):
            text = path.read_text(encoding="ascii")
            if seen.get(path) != text:
                seen[path] = text
                progress.update(path.parent.name, path.stem, *json.loads(text))

    def watch() -> None:
        while not ended.wait(READ_EVERY_S):
            pass_on()
        pass_on()

    watcher = threading.Thread(target=watch, name="progress")
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()
        shutil.rmtree(folder, ignore_errors=True)
