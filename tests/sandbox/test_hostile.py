"""Whatever authored code does is contained, named as its author's fault, and over with its own episode."""

from contextlib import suppress

import pytest

from assets.errors import EnvironmentFault
from orchestration.resources.sandbox.choice import chosen, open_sandbox

from .sources import DEEP_IN_C, SOUND, case, env, play_a_turn


async def _fault(sandbox, code) -> EnvironmentFault:
    """Play one turn of a hostile environment, then show that the sandbox still works."""
    with pytest.raises(EnvironmentFault) as caught:
        await play_a_turn(sandbox, code)
    async with sandbox.episode(SOUND) as episode:
        assert (await episode.reset(7)).startswith("A secret number")
        assert (await episode.step("\\boxed{331}")).success
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("place", ["top", "init", "reset", "step"])
async def test_an_endless_loop(strict, place):
    fault = await _fault(strict, env(**{place: "while True: pass"}))
    assert fault.kind == "limit"
    assert "ran out of its instruction budget" in str(fault) or "ran out of CPU time" in str(fault)


async def test_waiting(strict):
    fault = await _fault(strict, env(top="import time", step="time.sleep(60)"))
    assert (fault.kind, "out of time" in str(fault)) == ("limit", True)


async def test_a_regex_that_never_ends(strict):
    fault = await _fault(strict, env(top="import re", step="re.match('(a+)+$', 'a' * 40 + 'b')"))
    assert fault.kind == "limit"


@pytest.mark.parametrize(
    "step",
    [
        "x = [bytearray(50_000_000) for _ in range(60)]",
        "x = []\nwhile True: x.append(' ' * 100_000 + str(len(x)))",
        "x = 'x' * 3_000_000_000",
    ],
)
async def test_memory(sandbox, step):
    fault = await _fault(sandbox, env(step=step))
    assert (fault.kind, "out of memory" in str(fault)) == ("limit", True) or "OverflowError" in str(fault)


@pytest.mark.parametrize(
    "step",
    [
        "10 ** 10 ** 9",
        "str(7 ** 5_000_000)",
        "import sys; sys.set_int_max_str_digits(0); int('7' * 5_000_000)",
        "import copy; x = []\nfor _ in range(40): x = [copy.deepcopy(x), copy.deepcopy(x)]",
        "x = []\nx.append(x)\nfor _ in range(40): x = [*x, *x]",
    ],
    ids=["power", "digits", "parse", "deepcopy", "doubling"],
)
async def test_a_bomb(strict, step):
    fault = await _fault(strict, env(step=step))
    assert fault.kind == "limit" or "ValueError: Exceeds the limit" in str(fault)


async def test_a_reply_of_fifty_megabytes(sandbox):
    fault = await _fault(sandbox, env(step="return 'x' * 50_000_000, 0.0, False, False, {}"))
    assert fault.kind == "limit" or "50,000,000 characters; at most" in str(fault)


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
async def test_an_output_flood(sandbox, stream):
    fault = await _fault(sandbox, env(top="import sys", step=f"for _ in range(500): sys.{stream}.write('x' * 100_000)"))
    assert (fault.kind, "printed more than" in str(fault)) == ("limit", True)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("raise SystemExit(3)", "step raised SystemExit: 3 (line 8 of the environment)"),
        ("import sys; sys.exit()", "step raised SystemExit (line 8 of the environment)"),
        ("raise KeyboardInterrupt", "step raised KeyboardInterrupt (line 8 of the environment)"),
        ("raise GeneratorExit", "step raised GeneratorExit (line 8 of the environment)"),
        ("1 / 0", "step raised ZeroDivisionError: division by zero (line 8 of the environment)"),
        ("return self.step(action)", "step raised RecursionError: maximum recursion depth exceeded (line 8 of"),
        ("import os; os._exit(0)", "left the interpreter"),
        ("import os; os.abort()", "broke its interpreter"),
        ("import signal; signal.raise_signal(9)", "broke its interpreter"),
    ],
)
async def test_leaving(sandbox, step, said):
    fault = await _fault(sandbox, env(step=step))
    assert fault.kind == "contract"
    assert said in str(fault)


@pytest.mark.parametrize(
    "step",
    [
        *DEEP_IN_C,
        "import sys; sys.setrecursionlimit(10**6)\ndef f(n): return f(n + 1)\nf(0)",
    ],
)
async def test_deep_recursion(sandbox, step):
    """An interpreter refuses it, or dies of it: its author's fault, and nobody else's loss."""
    async with sandbox.episode(SOUND) as bystander:
        await bystander.reset(7)
        fault = await _fault(sandbox, env(step=step))
        assert (await bystander.step("\\boxed{331}")).success
    assert any(word in str(fault) for word in ("stack", "RecursionError", "broke its interpreter", "NoneType"))


async def test_an_exception_that_is_hostile_itself(sandbox):
    code = env(
        top="class Bad(Exception):\n"
        "    def __str__(self): raise SystemExit\n"
        "    __traceback__ = property(lambda self: 1 / 0)",
        step="raise Bad",
    )
    fault = await _fault(sandbox, code)
    assert (fault.kind, str(fault)) == ("contract", "step raised Bad")


async def test_a_message_is_one_bounded_printable_line(sandbox):
    fault = await _fault(sandbox, env(step="raise ValueError('\\x1b[2J two\\nlines ' + 'x' * 100_000)"))
    assert str(fault).startswith("step raised ValueError: \\x1b[2J two lines xxx")
    assert str(fault).isprintable()
    assert len(str(fault)) < 500


async def test_a_destructor(sandbox):
    code = env(
        top="class Last:\n    def __del__(self): raise SystemExit",
        step="Last()\nreturn 'fine', 0.0, False, False, {}",
    )
    async with sandbox.episode(code) as episode:
        await episode.reset(1)
        assert (await episode.step("x")).observation == "fine"


async def test_a_destructor_that_never_ends(strict):
    code = env(top="class Last:\n    def __del__(self):\n        while True: pass", step="Last()")
    assert (await _fault(strict, code)).kind == "limit"


async def test_what_is_left_for_destructors_at_the_end_delays_nobody(strict):
    code = env(top="class Last:\n    def __del__(self):\n        while True: pass", init="self.last = Last()")
    for _ in range(3):
        async with strict.episode(code) as episode:
            assert await episode.reset(1) == "start"
    async with strict.episode(SOUND) as episode:
        assert (await episode.reset(7)).startswith("A secret number")


async def test_what_is_printed_is_not_an_answer(sandbox):
    async with sandbox.episode(case("frame_spoof.py", "FrameSpoof")) as episode:
        await episode.reset(7)
        assert not (await episode.step("\\boxed{0}")).ended
        assert (await episode.step("\\boxed{331}")).success


@pytest.mark.parametrize(
    "look",
    [
        "__import__('socket').create_connection(('127.0.0.1', 1))",
        "open('/etc/hostname').read()",
        "open('/data/x', 'wb', 0).write(b'x')",
        "__import__('os').listdir('/')",
        "__import__('socket').create_connection(('192.0.2.1', 80), 1)",
        "__import__('socket').create_connection(('example.org', 80), 1)",
        "[__import__('os').fork() for _ in range(1000)]",
        "[__import__('_thread').start_new_thread(print, ()) for _ in range(1000)]",
        "__import__('os').kill(2, 9)",
        "__import__('ctypes').string_at(0)",
        "open('/proc/self/environ').read()",
        "open('/proc/1/mem', 'rb').read(1)",
        "open('/tmp/x', 'w').write('x')",
        "__import__('socket').socket().bind(('127.0.0.1', 0))",
        "__import__('os').execv('/bin/true', ['true'])",
        "__import__('subprocess').run(['true'])",
        "__import__('threading').Thread(target=print).start()",
        "__import__('urllib.request').request.urlopen('http://127.0.0.1')",
    ],
)
async def test_nothing_outside_is_in_reach(sandbox, look):
    fault = await _fault(sandbox, env(step=f"return repr({look}), 0.0, False, False, {{}}"))
    assert fault.kind == "contract"
    assert "step raised" in str(fault) or "broke its interpreter" in str(fault)


@pytest.mark.parametrize(
    "step",
    [
        "__import__('os').kill(1, 9)",
        "__import__('os').kill(__import__('os').getppid(), 15)",
        "__import__('os').kill(-1, 9)",
        "__import__('os').setsid()",
        "__import__('os').nice(19)",
    ],
)
async def test_a_signal_reaches_nobody_else(sandbox, step):
    with suppress(EnvironmentFault):
        await play_a_turn(sandbox, env(step=f"{step}\nreturn 'on', 0.0, False, False, {{}}"))
    async with sandbox.episode(SOUND) as episode:
        assert (await episode.reset(7)).startswith("A secret number")


async def test_an_episode_can_not_tell_how_many_came_before(sandbox):
    code = env(
        top="import builtins, random, re\nbuiltins.seen = getattr(builtins, 'seen', 0) + 1\nre.seen = builtins.seen",
        reset="return f'{re.seen} {random.getstate()[1][0]}', {}",
    )
    seen = set()
    for _ in range(3):
        async with sandbox.episode(code) as episode:
            seen.add(await episode.reset(1))
    assert len(seen) == 1
    assert seen.pop().startswith("1 ")


async def test_no_key_of_the_host_is_inside(monkeypatch):
    monkeypatch.setenv("DUELS_TEST_KEY", "secret")
    opened = open_sandbox(chosen())
    try:
        async with opened.episode(env(reset="import os; return repr(sorted(os.environ)), {}")) as episode:
            inside = await episode.reset(1)
    finally:
        opened.close()
    assert inside in ("[]", "['PYTHONHOME', 'PYTHONPATH', 'PYTHONUNBUFFERED']")
