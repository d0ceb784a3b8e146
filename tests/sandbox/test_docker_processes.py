"""An episode's process in a container: how it is held, and what it has loaded before it can load nothing more."""

import ast
import asyncio
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from assets.contract import ALLOWED_IMPORTS
from assets.errors import EnvironmentFault

from .engines import needs_docker
from .sources import env

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
            assert "live" in frames
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
