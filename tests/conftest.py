"""What tests of several folders share."""

from collections.abc import Iterator

import pytest

from assets.ports import Sandbox
from orchestration.resources.sandbox.choice import chosen, open_sandbox


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """The real sandbox that DUELS_SANDBOX names, shared by the whole run: it starts when a test first plays."""
    opened = open_sandbox(chosen())
    yield opened
    opened.close()
