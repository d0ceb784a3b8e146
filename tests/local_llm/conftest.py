"""What the tests of the small language model share: its server, and a way to tell what the model did."""

from collections.abc import Callable

import pytest

from local_llm.server import smollm2_served


@pytest.fixture(scope="session")
def smollm2(tmp_path_factory):
    """The address of SmolLM2's server."""
    with smollm2_served(tmp_path_factory.mktemp("smollm2") / "server.log") as url:
        yield url


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print a line that pytest does not keep to itself: what a model did is the point of these tests."""

    def say(line: str) -> None:
        with capsys.disabled():
            print(f"\n{line}")

    return say
