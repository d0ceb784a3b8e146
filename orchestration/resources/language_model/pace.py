"""The pace: how often a contestant's provider is asked, evenly spaced, over all of its steps."""

import asyncio
import time

_SLACK_S = 0.5
"""What a request may be late on its way without meeting more than its share in the same minute."""


class Pace:
    """Lets requests start evenly spaced, no more than `requests_per_minute` in any minute; without a limit, at once."""

    def __init__(self, requests_per_minute: float | None) -> None:
        self._gap_s = (60 + _SLACK_S) / requests_per_minute if requests_per_minute else 0.0
        self._next = 0.0

    @classmethod
    def resumed(cls, requests_per_minute: float | None) -> "Pace":
        """The pace of a provider that another process may have asked a moment ago: the first request waits like any."""
        pace = cls(requests_per_minute)
        pace.pause(pace._gap_s)
        return pace

    async def turn(self) -> None:
        """Wait until the next request may start."""
        now = time.monotonic()
        start = max(now, self._next)
        self._next = start + self._gap_s
        await asyncio.sleep(start - now)

    def pause(self, seconds: float) -> None:
        """Start no request for a while: the provider asked for it."""
        self._next = max(self._next, time.monotonic() + seconds)
