"""The demo season, played once and asked by many tests."""

import pytest
from demo import play_demo, shared

from orchestration.resources.home import Home


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home in which the demo season's four weeks have been played. Look, don't touch."""
    return play_demo(shared(tmp_path_factory.getbasetemp()) / "demo")
