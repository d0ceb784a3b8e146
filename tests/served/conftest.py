"""What tests of served seasons share: a key for the server, and waits that are short."""

import pytest

from served.seasons import KEY, KEY_VARIABLE


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    return KEY


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orchestration.resources.language_model.model.FIRST_WAIT_S", 0.002)
    monkeypatch.setattr("orchestration.resources.language_model.model.LONGEST_WAIT_S", 0.02)
