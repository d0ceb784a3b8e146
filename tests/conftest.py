"""What tests of several folders share."""

from collections.abc import Iterator

import pytest

from orchestration.resources.sandbox.wasm import WasmSandbox


@pytest.fixture(scope="session")
def sandbox() -> Iterator[WasmSandbox]:
    """The real sandbox, shared by the whole run: its workers start when a test first plays."""
    opened = WasmSandbox()
    yield opened
    opened.close()
