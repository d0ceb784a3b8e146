"""The docker sandbox's own: what its containers may do, how their processes are held, and that none is left behind."""

import ast
import asyncio
import gc
import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import docker
import pytest

from assets.contract import ALLOWED_IMPORTS
from assets.errors import EnvironmentFault, OperatorError, SandboxError, SandboxUnavailable
from assets.sandbox_choice import SandboxChoice
from orchestration.resources.sandbox.choice import chosen
from orchestration.resources.sandbox.docker.engine import EPISODES
from orchestration.resources.sandbox.docker.owner import LABEL, is_left_behind, owner
from orchestration.resources.sandbox.docker.sandbox import DockerSandbox

from .sources import SOUND, env

needs_docker = pytest.mark.skipif(chosen().backend != "docker", reason="DUELS_SANDBOX is not docker")


@pytest.fixture(scope="module")
def engine():
    client = docker.from_env()
    yield client
    client.close()


@pytest.fixture
def own(engine):
    """A sandbox of the test's own, the only one whose containers it sees."""
    others = set(_ours(engine))
    opened = DockerSandbox(chosen())
    opened.containers = lambda: [identity for identity in _ours(engine) if identity not in others]
    yield opened
    opened.close()
    assert opened.containers() == []


def _ours(client: docker.DockerClient) -> list[str]:
    labelled = client.api.containers(all=True, filters={"label": f"{LABEL}={owner()}"})
    return [str(container["Id"]) for container in labelled]


def _gone(client: docker.DockerClient, identity: str, seconds: float = 20) -> bool:
    """Whether a container is gone before long."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if identity not in [found["Id"] for found in client.api.containers(all=True)]:
            return True
        time.sleep(0.05)
    return False


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


# --- how its processes are held ---------------------------------------------------------------------------------------


@needs_docker
@pytest.mark.parametrize(
    ("frame", "said"),
    [
        ("b'\\0\\0\\0\\5abc'", "two replies to one request"),
        ("b'\\0\\0\\0\\0' * 3", "two replies to one request"),
        ("b'\\xff' * 8", "a reply of more than 1,048,576 bytes"),
        # Read alone or together with the true reply.
        ("b'\\0\\0\\0\\2{}'", "forged it|two replies to one request"),
    ],
)
async def test_a_forged_frame_is_the_authors_fault(sandbox, frame, said):
    code = env(top="import os", step=f"os.write(0, {frame})\nreturn 'on', 0.0, False, False, {{}}")
    async with sandbox.episode(code) as episode, sandbox.episode(code) as bystander:
        await episode.reset(1)
        with pytest.raises(EnvironmentFault, match=said) as caught:
            await episode.step("x")
        assert caught.value.kind in ("contract", "limit")
        assert await bystander.reset(1) == "start"


@needs_docker
async def test_half_a_frame_is_waited_for_no_longer_than_any_reply(strict):
    async with strict.episode(
        env(top="import os, time", step="os.write(0, b'\\0\\0\\0\\4ab')\ntime.sleep(60)")
    ) as episode:
        await episode.reset(1)
        with pytest.raises(EnvironmentFault, match="ran out of time"):
            await episode.step("x")


@needs_docker
async def test_a_frame_out_of_order_is_the_authors_fault(sandbox):
    """It waits until the true reply is out, then sends another one."""
    later = "def later(*args): os.write(0, b'\\0\\0\\0\\2{}')\nsignal.signal(signal.SIGALRM, later)"
    code = env(top=f"import os, signal\n{later}", reset="signal.setitimer(signal.ITIMER_REAL, 0.2)\nreturn 'start', {}")
    async with sandbox.episode(code) as episode:
        assert await episode.reset(1) == "start"
        await asyncio.sleep(2)
        with pytest.raises(EnvironmentFault, match="a reply that nobody had asked for"):
            await episode.step("x")


@needs_docker
async def test_cpu_time_between_calls_is_counted(strict):
    busy = "def busy(*args):\n    while True: pass\nsignal.signal(signal.SIGALRM, busy)"
    code = env(top=f"import signal\n{busy}", reset="signal.setitimer(signal.ITIMER_REAL, 0.05)\nreturn 'start', {}")
    async with strict.episode(code) as episode:
        assert await episode.reset(1) == "start"
        await asyncio.sleep(2.5)
        with pytest.raises(EnvironmentFault, match="ran out of CPU time"):
            await episode.step("x")


@needs_docker
async def test_nothing_can_be_opened_even_in_place_of_what_was_closed(sandbox):
    code = env(step="import os; os.close(1); return repr(os.open('/etc/hostname', 0)), 0.0, False, False, {}")
    async with sandbox.episode(code) as episode:
        await episode.reset(1)
        with pytest.raises(EnvironmentFault, match="Too many open files"):
            await episode.step("x")


@needs_docker
async def test_an_episode_sees_no_other_process_of_its_container(sandbox):
    look = "[pid for pid in range(1, 100) if pid != os.getpid() and answers(pid)]"
    answers = (
        "def answers(pid):\n    try: os.sched_getaffinity(pid); os.sched_setaffinity(pid, {0})\n"
        "    except OSError: return False\n    return True"
    )
    code = env(top=f"import os\n{answers}", reset=f"return repr({look}), {{}}")
    async with sandbox.episode(code) as one:
        assert json.loads(await one.reset(1)) in ([], [1])


@needs_docker
async def test_nothing_of_the_first_process_or_of_other_episodes_is_left_in_an_episode(sandbox):
    look = (
        "def found():\n    frame = sys._getframe()\n    names = []\n"
        "    while frame:\n        names.append(frame.f_code.co_name)\n        frame = frame.f_back\n"
        "    kinds = {type(thing).__name__ for thing in gc.get_objects()}\n"
        "    return sorted(kinds & {'Parent', 'Child', 'socket', 'EpollSelector'}), names"
    )
    code = env(top=f"import gc, sys\n{look}", reset="return repr(found()), {}")
    async with sandbox.episode(code) as one, sandbox.episode(code) as two:
        for episode in (one, two):
            kinds, frames = ast.literal_eval(await episode.reset(1))
            assert kinds == []
            assert "_live" in frames
            assert "serve" not in frames


# --- what its first process has loaded --------------------------------------------------------------------------------

_NEVER = {
    # Debuggers, tests and command lines of the modules themselves; what only type checkers see; other platforms.
    *("doctest", "pdb", "unittest", "argparse", "test", "pprint", "getopt", "msvcrt", "nt", "winreg", "_winapi"),
}


def test_what_the_allowed_modules_import_late_is_loaded():
    """An episode can open no file, so an import that waits until it is needed would fail there."""
    loaded = subprocess.run(
        [
            *(sys.executable, "-S", "-c"),
            "import sys, json; from sandbox_images.python_env import container; "
            f"container.preload(*{ALLOWED_IMPORTS!r}); print(json.dumps(sorted(sys.modules)))",
        ],
        capture_output=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    modules = set(json.loads(loaded.stdout))
    missing = {}
    for name in (*ALLOWED_IMPORTS, "json.decoder", "json.encoder", "json.scanner", "collections.abc", "_pydecimal"):
        spec = importlib.util.find_spec(name)
        if spec is None or not spec.origin or not spec.origin.endswith(".py"):
            continue
        late = _late_imports(ast.parse(Path(spec.origin).read_text(encoding="utf-8")))
        if late - modules - _NEVER:
            missing[name] = late - modules - _NEVER
    assert missing == {}


def _late_imports(tree: ast.Module) -> set[str]:
    """Modules that functions of a module import."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {
        name
        for function in functions
        for node in ast.walk(function)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module]
            if isinstance(node, ast.ImportFrom) and node.module and not node.level
            else []
        )
    }


@needs_docker
@pytest.mark.parametrize(
    "use",
    [
        "random.Random('text').random()",
        "str(7 ** 40_000)[:9] if __import__('sys').set_int_max_str_digits(0) is None else ''",
        "'Straße'.encode('idna')",
        "'x'.encode('utf-16'), 'x'.encode('cp1252'), 'x'.encode('utf-8-sig')",
        "fractions.Fraction('1.5'), fractions.Fraction(1, 3).limit_denominator(2)",
        "statistics.NormalDist(0, 1).inv_cdf(0.9), statistics.fmean([1, 2])",
        "dataclasses.make_dataclass('P', ['x'])(3)",
        "enum.Enum('Colour', 'RED').RED",
        "copy.deepcopy({'a': [1]}), copy.copy([1])",
        "typing.get_type_hints(typing.NamedTuple)",
        "textwrap.dedent('  x'), string.Template('$x').substitute(x=1)",
        "'{:n}'.format(1234), '\\N{BULLET}', 'x'.isidentifier()",
    ],
)
async def test_what_environments_use_works_without_a_free_descriptor(sandbox, use):
    code = env(top=f"import {', '.join(ALLOWED_IMPORTS)}", reset=f"return repr([{use}]), {{}}")
    async with sandbox.episode(code) as episode:
        assert await episode.reset(1)


# --- none is left behind ----------------------------------------------------------------------------------------------


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
    before = set(_ours(engine))
    opened = DockerSandbox(chosen())
    async with opened.episode(SOUND) as episode:
        await episode.reset(7)
        [identity] = set(_ours(engine)) - before
        way.cut()
        with pytest.raises(SandboxError, match="container ended"):
            await episode.step("\\boxed{331}")
        with pytest.raises(SandboxError, match="container can't be created"):
            async with opened.episode(env()):
                pass
    await asyncio.to_thread(opened.close)
    assert _gone(engine, identity), "an engine that lost its client ends the client's containers"
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
    assert _gone(engine, container["Id"])


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
