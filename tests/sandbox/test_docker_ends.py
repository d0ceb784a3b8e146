"""How containers end: with their host, by a fault of ours, or by the next command; none is left behind."""

import asyncio
import gc
import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from assets.errors import SandboxError
from orchestration.resources.sandbox.choice import chosen
from orchestration.resources.sandbox.docker.owner import LABEL, is_left_behind, owner
from orchestration.resources.sandbox.docker.sandbox import DockerSandbox

from .engines import gone, needs_docker, ours
from .sources import SOUND, env


@needs_docker
async def test_a_container_killed_from_outside_is_nobodys_fault_but_ours(own, engine):
    async with own.episode(SOUND) as hit:
        await hit.reset(7)
        [identity] = own.containers()
        engine.api.kill(identity)
        with pytest.raises(SandboxError, match="container ended"):
            await hit.step("\\boxed{331}")
    async with own.episode(SOUND) as episode:
        await episode.reset(7)
        assert (await episode.step("\\boxed{331}")).success


class Way:
    """Leads whoever connects to it to the engine, until it is cut."""

    def __init__(self, path: Path) -> None:
        self._engine = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock").removeprefix("unix://")
        self._ends: list[socket.socket] = []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        threading.Thread(target=self._lead, daemon=True).start()

    def _lead(self) -> None:
        with suppress(OSError):
            while True:
                near, far = self._listener.accept()[0], socket.socket(socket.AF_UNIX)
                far.connect(self._engine)
                self._ends += (near, far)
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=pair, daemon=True).start()

    @staticmethod
    def _carry(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while part := source.recv(1 << 16):
                target.sendall(part)
            target.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        for end in (self._listener, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@needs_docker
@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")  # the SDK's, when it finds nobody
async def test_an_engine_that_goes_away_is_nobodys_fault_but_ours(engine, monkeypatch, tmp_path):
    way = Way(tmp_path / "engine")
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path / 'engine'}")
    before = set(ours(engine))
    opened = DockerSandbox(chosen())
    async with opened.episode(SOUND) as episode:
        await episode.reset(7)
        [identity] = set(ours(engine)) - before
        way.cut()
        with pytest.raises(SandboxError, match="container ended"):
            await episode.step("\\boxed{331}")
        with pytest.raises(SandboxError, match="container can't be created"):
            async with opened.episode(env()):
                pass
    await asyncio.to_thread(opened.close)
    assert gone(engine, identity), "an engine that lost its client ends the client's containers"
    gc.collect()


@needs_docker
async def test_a_cancelled_episode_leaves_no_process(own, engine):
    async with own.episode(env(step="while True: pass")) as slow, own.episode(env()) as _:
        await slow.reset(1)
        call = asyncio.create_task(slow.step("x"))
        await asyncio.sleep(0.1)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    for identity in own.containers():
        assert len(engine.api.top(identity)["Processes"]) == 1


_PLAYS_ON = """
import asyncio, sys
sys.path.insert(0, {tests!r})
from sandbox.sources import env
from orchestration.resources.sandbox.choice import chosen, open_sandbox
from orchestration.resources.sandbox.docker.owner import owner

async def play():
    sandbox = open_sandbox(chosen())
    async with sandbox.episode(env(step="while True: pass")) as episode:
        await episode.reset(1)
        print(owner(), flush=True)
        await asyncio.sleep(60)

asyncio.run(play())
"""


@needs_docker
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_container_ends_with_its_host(engine, end):
    host = subprocess.Popen(
        [sys.executable, "-c", _PLAYS_ON.format(tests=str(Path(__file__).parents[1]))],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    label = host.stdout.readline().strip()
    [container] = engine.api.containers(all=True, filters={"label": f"{LABEL}={label}"})
    host.send_signal(end)
    host.wait(30)
    host.stdout.close()
    assert gone(engine, container["Id"])


@needs_docker
def test_what_a_killed_process_left_is_cleared_away_and_what_lives_is_not(own, engine):
    """By the next command; with an engine that did not notice the end of its host."""
    gone = subprocess.Popen(["true"])
    gone.wait()
    machine = owner().split("/")[0]
    image = next(tag for image in engine.images.list() for tag in image.tags if "environment-duels-sandbox" in tag)

    def leave(label: str) -> str:
        created = engine.containers.create(
            image, ["1", "1"], labels={LABEL: label}, stdin_open=True, detach=True, network_mode="none"
        )
        created.start()
        return str(created.id)

    left = [leave(f"{machine}/{gone.pid}/abc"), leave(f"{machine}/{os.getpid()}/another life")]
    living = [leave(f"{machine}/{os.getppid()}/abc"), leave("another-machine/1/abc")]
    try:
        own.prepare()
        found = [container["Id"] for container in engine.api.containers(all=True)]
        assert not set(left) & set(found)
        assert set(living) <= set(found)
    finally:
        for identity in living:
            engine.api.remove_container(identity, force=True)


def test_whose_container_it_is():
    with subprocess.Popen(["true"]) as dead:
        os.waitid(os.P_PID, dead.pid, os.WEXITED | os.WNOWAIT)
        assert is_left_behind(f"{owner().split('/')[0]}/{dead.pid}/abc"), "it is dead, though nobody has buried it"
    assert not is_left_behind(owner())
    assert not is_left_behind("")
    assert not is_left_behind("another-machine/999999999/abc")
    assert is_left_behind(f"{owner().split('/')[0]}/999999999/abc")
