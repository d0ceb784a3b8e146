"""A page opened from disk, and all that it did meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page


@dataclass
class Opened:
    """A page in the browser.

    Attributes:
        complaints: errors, console messages and dialogs.
        requests: addresses that were asked for, the file's own first.
    """

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@contextmanager
def opened(browser: Browser, path: Path, *, width: int = 1400, scheme: str = "light") -> Iterator[Opened]:
    """Open a file as a reader does, by a double click."""
    context = browser.new_context(viewport={"width": width, "height": 1000}, color_scheme=scheme)
    found = Opened(context.new_page())
    found.page.on("console", lambda message: found.complaints.append(message.text))
    found.page.on("pageerror", lambda error: found.complaints.append(str(error)))
    found.page.on("dialog", lambda dialog: (found.complaints.append(dialog.message), dialog.dismiss()))
    found.page.on("request", lambda request: found.requests.append(request.url))
    found.page.goto(path.as_uri())
    yield found
    context.close()
