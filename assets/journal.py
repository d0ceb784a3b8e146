"""The journal: finished work, appended and fsynced before it counts, so that a killed run plays only what is missing.

One JSON-lines file a week, step and contestant: ``<root>/<week>/<step>/<contestant>.jsonl``. Each line names where it
belongs and carries a content-derived key; the last line of a key is the one that holds.
"""

import fcntl
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from assets.errors import OperatorError

type Record = dict[str, Any]


class Journal:
    """Append-only records of one contestant's step in one week.

    Attributes:
        sound_bytes: how much of the file are whole lines.

    Raises:
        OperatorError: a line that is not JSON (other than a torn last one, which is dropped), or one that belongs to
            another week, step or contestant. The file is left as it is.
    """

    def __init__(self, root: Path, week: date, step: str, contestant: str) -> None:
        self.path = root / week.isoformat() / step / f"{contestant}.jsonl"
        self._belongs = {"week": week.isoformat(), "step": step, "contestant": contestant}
        self._records, self.sound_bytes = self._read()

    def __len__(self) -> int:
        return len(self._records)

    def get(self, key: str) -> Record | None:
        """The record that holds for `key`, or None."""
        return self._records.get(key)

    def records(self) -> Iterator[tuple[str, Record]]:
        """Every key with the record that holds for it, in the order in which the keys came."""
        return iter(self._records.items())

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other processes from working on this journal meanwhile: nothing is asked or paid for twice.

        Raises:
            OperatorError: another process is at work on it.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise OperatorError(
                    f"journal {self.path} is being written by another run; wait for it, or cancel it, and run again"
                ) from None
            self._records, self.sound_bytes = self._read()
            yield

    def append(self, key: str, record: Record) -> None:
        """Write one record and wait until it is on disk."""
        self.append_all({key: record})

    def append_all(self, records: Mapping[str, Record]) -> None:
        """Write some records and wait until they are on disk, once for all of them."""
        lines = "".join(
            json.dumps({**self._belongs, "key": key, "record": record}, ensure_ascii=True, allow_nan=False) + "\n"
            for key, record in records.items()
        )
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.truncate(self.sound_bytes)
            file.write(lines.encode("ascii"))
            file.flush()
            os.fsync(file.fileno())
            self.sound_bytes = file.tell()
        self._records.update(records)

    def _read(self) -> tuple[dict[str, Record], int]:
        """The records, and how many bytes of the file are whole lines."""
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return {}, 0
        sound = content.rfind(b"\n") + 1
        records: dict[str, Record] = {}
        for number, line in enumerate(content[:sound].splitlines(), start=1):
            key, record = self._parse(line, number)
            records[key] = record
        return records, sound

    def _parse(self, line: bytes, number: int) -> tuple[str, Record]:
        place = f"journal {self.path} line {number}"
        try:
            entry = json.loads(line)
            key, record = entry["key"], entry["record"]
        except (ValueError, TypeError, KeyError):
            raise OperatorError(f"{place} is damaged; move the file away to play its attempts again") from None
        odd = [f"{name} {entry.get(name)!r}" for name, value in self._belongs.items() if entry.get(name) != value]
        if odd or not isinstance(key, str) or not isinstance(record, dict):
            found = ", ".join(odd) or "a malformed record"
            raise OperatorError(
                f"{place} belongs elsewhere ({found}); move it to where it belongs, nothing was changed"
            )
        return key, record


@dataclass(frozen=True)
class Journals:
    """The journals of a home."""

    root: Path

    def open(self, week: date, step: str, contestant: str) -> Journal:
        """The journal of one contestant's step in one week."""
        return Journal(self.root, week, step, contestant)


type OnProgress = Callable[[int, int], None]
"""Called with (done, total) as a step goes on."""
