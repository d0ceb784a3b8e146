"""A fault: what a provider did wrong in answer to one request, and what is to be done about it."""

import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import StrEnum

from assets.ports import Completion


class FaultKind(StrEnum):
    """What went wrong, as it stands in the tables' `error` columns."""

    UNAUTHORIZED = "unauthorized"
    UNKNOWN_MODEL = "unknown_model"
    REFUSED = "refused"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    UNREADABLE = "unreadable"
    TOO_LONG = "too_long"
    EMPTY = "empty"
    FILTERED = "filtered"


HOPELESS = frozenset({FaultKind.UNAUTHORIZED, FaultKind.UNKNOWN_MODEL})
"""Every further request would fare the same: the contestant is asked no more."""

_NOT_AGAIN = HOPELESS | {FaultKind.REFUSED}


@dataclass(eq=False)
class Fault(Exception):
    """A provider's fault.

    Attributes:
        detail: what was seen, in plain words; never the provider's own text, which can hold a key or a prompt.
        retry_after_s: how long the provider asked to wait, in seconds.
        billed: what it was paid for all the same (an empty answer that names its tokens).
    """

    kind: FaultKind
    detail: str
    retry_after_s: float | None = None
    billed: Completion | None = None

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"

    @property
    def may_pass(self) -> bool:
        """Whether the same request may succeed later."""
        return self.kind not in _NOT_AGAIN


def kind_of_status(status: int) -> FaultKind:
    """What an HTTP status other than 200 says."""
    match status:
        case 401 | 403:
            return FaultKind.UNAUTHORIZED
        case 404:
            return FaultKind.UNKNOWN_MODEL
        case 429:
            return FaultKind.RATE_LIMITED
        case 408:
            return FaultKind.TIMEOUT
        case _:
            return FaultKind.SERVER_ERROR if status >= 500 else FaultKind.REFUSED


def seconds_to_wait(retry_after: str | None) -> float | None:
    """A Retry-After header, a number of seconds or a date (RFC 9110, section 10.2.3), as seconds from now."""
    if retry_after is None:
        return None
    try:
        seconds = float(retry_after)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(retry_after).timestamp() - time.time()
        except ValueError:
            return None
    return max(seconds, 0.0) if seconds < float("inf") else None
