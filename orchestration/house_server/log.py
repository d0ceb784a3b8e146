"""The server's log: a line of JSON for each request, written when it ends. No key, header or prompt stands in it."""

import json
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from assets.errors import OperatorError
from orchestration.house_server.faults import InjectedKind
from orchestration.house_server.question import identify

_LONGEST_NAME = 100


@dataclass(slots=True)
class RequestRecord:
    """One request for a chat completion.

    Attributes:
        received: Unix time in seconds, when its body had arrived.
        ended: Unix time in seconds, when its answer was sent or its client was gone; None while it is in flight.
        model: the one asked for, served or not; None where the request names none.
        request: SHA-256 of model, messages and seed, in hex.
        n: the how-manyth time this request came, from 1.
        fault: what was injected; None for the server's true answer, a refusal included.
        status: the HTTP status sent; None where no answer began.
        completed: the whole answer was sent.
        in_flight: requests for this model in flight when it came, itself included.
    """

    received: float
    model: str | None
    request: str
    n: int
    in_flight: int
    ended: float | None = None
    fault: InjectedKind | None = None
    status: int | None = None
    completed: bool = False


class RequestLog:
    """All requests so far, in the order in which they came; each is written to a file as well when it ends.

    Args:
        path: a file to append to; None for memory only.

    Raises:
        OperatorError: the file can't be written.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.requests: list[RequestRecord] = []
        self._times: Counter[str] = Counter()
        self._in_flight: Counter[str | None] = Counter()
        try:
            # Line buffered: a line is with the operating system when its request has ended.
            self._file = path.open("a", encoding="utf-8", buffering=1) if path else None
        except OSError as error:
            raise OperatorError(f"log file {path}: {error.strerror or error}") from None

    def begin(self, fields: dict[str, Any] | None) -> RequestRecord:
        """Note a request that has arrived, with these fields; None where its body is no JSON object."""
        model = (fields or {}).get("model")
        name = model[:_LONGEST_NAME] if isinstance(model, str) else None
        request = identify(fields or {})
        self._times[request] += 1
        self._in_flight[name] += 1
        record = RequestRecord(time.time(), name, request, self._times[request], self._in_flight[name])
        self.requests.append(record)
        return record

    def end(self, record: RequestRecord) -> None:
        """Note that a request has ended."""
        record.ended = time.time()
        self._in_flight[record.model] -= 1
        if self._file:
            self._file.write(json.dumps(asdict(record)) + "\n")

    def close(self) -> None:
        """Close the file."""
        if self._file:
            self._file.close()
