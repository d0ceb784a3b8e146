"""The docker sandbox's own: what its containers may do, and what the operator is told."""

import asyncio
import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from assets.errors import OperatorError, SandboxError, SandboxUnavailable
from assets.sandbox_choice import SandboxChoice
from orchestration.resources.sandbox.choice import chosen
from orchestration.resources.sandbox.docker.engine import EPISODES
from orchestration.resources.sandbox.docker.sandbox import DockerSandbox

from .engines import needs_docker
from .sources import SOUND, env

# --- what a container may do ------------------------------------------------------------------------------------------


@needs_docker
async def test_a_container_is_bounded(own, engine):
    async with own.episode(SOUND):
        [identity] = own.containers()
        config = engine.api.inspect_container(identity)
    host = config["HostConfig"]
    assert config["Config"]["User"] == "65534:65534"
    assert config["Config"]["OpenStdin"]
    assert config["Config"]["StdinOnce"]
    assert (host["NetworkMode"], host["IpcMode"], host["LogConfig"]["Type"]) == ("none", "none", "none")
    assert (host["ReadonlyRootfs"], host["AutoRemove"], host["Privileged"]) == (True, True, False)
    assert (host["CapDrop"], host["SecurityOpt"], host["Binds"]) == (["ALL"], ["no-new-privileges"], None)
    assert (host["PidsLimit"], host["NanoCpus"]) == (16, 10**9)
    assert host["Memory"] == host["MemorySwap"] < 1 << 30
    assert {limit["Name"]: limit["Hard"] for limit in host["Ulimits"]} == {"core": 0, "nofile": 64}


@needs_docker
async def test_two_sources_never_share_a_container_and_many_episodes_do(own):
    code, other = env(), env(reset="return 'other', {}")
    async with own.episode(code) as one, own.episode(other) as two, own.episode(code) as three:
        assert [await one.reset(1), await two.reset(1), await three.reset(1)] == ["start", "other", "start"]
        assert len(own.containers()) == 2
    async with own.episode(code):
        assert len(own.containers()) == 2, "the containers are kept for the next episode"
    episodes = [own.episode(code) for _ in range(EPISODES + 1)]
    await asyncio.gather(*(episode.__aenter__() for episode in episodes))
    assert len(own.containers()) == 3
    await asyncio.gather(*(episode.__aexit__(None, None, None) for episode in episodes))


@needs_docker
async def test_few_idle_containers_are_kept(own):
    async with asyncio.timeout(120):
        for number in range(20):
            async with own.episode(env(top=f"# {number}")) as episode:
                await episode.reset(1)
        while len(own.containers()) != 16:  # noqa: ASYNC110 - the engine tells nobody
            await asyncio.sleep(0.05)


# --- what the operator is told ----------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")  # the SDK's, when it finds nobody
async def test_no_engine_no_play(monkeypatch):
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere.sock")
    with pytest.raises(SandboxUnavailable, match=r"no Docker engine answers .*DOCKER_HOST.*DUELS_SANDBOX=wasm"):
        async with DockerSandbox():
            pass
    gc.collect()


def test_a_base_image_needs_an_engine():
    made = subprocess.run(
        [sys.executable, "-m", "sandbox_images.base_image"],
        env={**os.environ, "DOCKER_HOST": "unix:///nowhere.sock"},
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert made.returncode == 1
    assert made.stderr.startswith("no Docker engine took the image (")
    assert len(made.stderr.splitlines()) == 1


@needs_docker
def test_a_base_image_of_this_python_holds_nothing_else(engine):
    made = subprocess.run(
        [sys.executable, "-m", "sandbox_images.base_image", "environment-duels-base:test"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    try:
        assert made.stdout.startswith("environment-duels-base:test: sha256:")
        look = "import os, sys; print(sys.version_info[:2], sorted(os.listdir('/')), os.path.exists('/bin/sh'))"
        said = engine.containers.run(
            "environment-duels-base:test", ["python3", "-S", "-c", look], remove=True, network_mode="none"
        )
    finally:
        engine.images.remove("environment-duels-base:test", force=True)
    assert said.decode().startswith(f"{sys.version_info[:2]} [")
    assert "'usr'" in said.decode()
    assert said.decode().strip().endswith("False")


@needs_docker
async def test_a_base_image_that_is_not_to_be_had_is_the_operators():
    choice = SandboxChoice(backend="docker", base_image="no-registry.invalid/python:0")
    with pytest.raises(OperatorError, match=r"no image no-registry.invalid/python:0 .*sandbox_images.base_image"):
        async with DockerSandbox(choice):
            pass


@needs_docker
async def test_a_runtime_that_the_engine_does_not_have_is_the_operators():
    with pytest.raises(OperatorError, match=r"no runtime 'no-such' but .*runc"):
        async with DockerSandbox(chosen().model_copy(update={"runtime": "no-such"})):
            pass


@needs_docker
async def test_a_closed_sandbox_says_so():
    closed = DockerSandbox(chosen())
    closed.close()
    with pytest.raises(SandboxError, match="closed"):
        async with closed.episode(SOUND):
            pass
