"""Which sandbox is played in: what the environment says, else the season, else the embedded one."""

import pytest

from assets.errors import OperatorError
from assets.sandbox_choice import SandboxChoice
from assets.season import Season
from orchestration.resources.sandbox.choice import chosen, open_sandbox
from orchestration.resources.sandbox.docker.sandbox import DockerSandbox
from orchestration.resources.sandbox.wasm.sandbox import WasmSandbox

VARIABLES = ("DUELS_SANDBOX", "DUELS_SANDBOX_BASE", "DUELS_SANDBOX_RUNTIME")
OF_SEASON = SandboxChoice(backend="docker", base_image="mine:1", runtime="runsc")


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch):
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def test_the_embedded_one_is_the_default():
    assert chosen() == SandboxChoice(backend="wasm")
    assert isinstance(open_sandbox(chosen()), WasmSandbox)


def test_a_season_may_say_which():
    assert chosen(OF_SEASON) == OF_SEASON
    assert isinstance(open_sandbox(OF_SEASON), DockerSandbox)


def test_the_environment_overrides_the_season(monkeypatch):
    for name, value in zip(VARIABLES, ("wasm", "other:2", "kata"), strict=True):
        monkeypatch.setenv(name, value)
    assert chosen(OF_SEASON) == SandboxChoice(backend="wasm", base_image="other:2", runtime="kata")
    for name in VARIABLES:
        monkeypatch.setenv(name, "")
    assert chosen(OF_SEASON) == OF_SEASON


def test_an_unknown_one_is_refused(monkeypatch):
    monkeypatch.setenv("DUELS_SANDBOX", "none")
    with pytest.raises(OperatorError, match="DUELS_SANDBOX is 'none'; set it to one of: wasm, docker"):
        chosen()


@pytest.mark.parametrize("field", [{"backend": "host"}, {"base_image": ""}, {"image": "x"}])
def test_a_season_says_it_right(field):
    house = {"name": "h", "seed": "s", "contestants": [{"name": "a", "model": "house/player"}]}
    with pytest.raises(ValueError, match=r"sandbox\."):
        Season.model_validate({**house, "sandbox": field})
