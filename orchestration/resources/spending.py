"""Spending: what a contestant's ledger says was paid, read on as another process writes it."""

import json

from assets.journal import Journal


class Spending:
    """What a ledger's answers cost so far, in USD; of what was added since the last look only that is read."""

    def __init__(self, ledger: Journal) -> None:
        self._path = ledger.path
        self._read_bytes = ledger.sound_bytes
        self._spent = sum(record["cost_usd"] or 0.0 for _, record in ledger.records())

    def total(self) -> float:
        """What is on disk by now. A last line that is not whole yet counts when it is."""
        if self._path.exists() and self._path.stat().st_size > self._read_bytes:
            with self._path.open("rb") as file:
                file.seek(self._read_bytes)
                added = file.read()
            whole = added[: added.rfind(b"\n") + 1]
            self._read_bytes += len(whole)
            self._spent += sum(json.loads(line)["record"]["cost_usd"] or 0.0 for line in whole.splitlines())
        return self._spent
