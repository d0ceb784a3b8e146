"""Answers that break the contract are refused and named, whether the runner sees it or was silenced."""

from contextlib import suppress

import pytest

from assets.errors import EnvironmentFault
from assets.ports import Step
from sandbox_images.python_env.runner import POLICIES

from .sources import env, play_a_turn


@pytest.mark.parametrize(
    ("methods", "said"),
    [
        ({"reset": "return 'x'"}, "reset returned a str, not the tuple (observation, info)"),
        ({"reset": "return ['x', {}]"}, "reset returned a list, not the tuple"),
        ({"reset": "return 'x', {}, {}"}, "reset returned a tuple of 3"),
        ({"reset": "return 'x', None"}, "reset returned an info that is a NoneType, not a dict"),
        ({"reset": "return b'x', {}"}, "reset's observation is a bytes, not a str"),
        ({"reset": "return 'x' * 16385, {}"}, "16,385 characters; at most 16,384"),
        ({"reset": "return '\\ud800', {}"}, "lone surrogate"),
        ({"top": "class S(str): pass", "reset": "return S('x'), {}"}, "reset's observation is a S, not a str"),
        ({"step": "return 'x', 0.0, False, {}"}, "step returned a tuple of 4"),
        ({"step": "return 'x', True, True, False, {}"}, "step's reward is a bool"),
        ({"step": "return 'x', '1', True, False, {}"}, "step's reward is a str"),
        ({"step": "return 'x', float('nan'), True, False, {}"}, "step's reward is nan"),
        ({"step": "return 'x', float('inf'), True, False, {}"}, "step's reward is inf"),
        ({"step": "return 'x', 10.5, True, False, {}"}, "step's reward is 10.5; it must lie in [-10, 10]"),
        ({"step": "return 'x', 10 ** 5000, True, False, {}"}, "step's reward is too large"),
        ({"top": "class F(float): pass", "step": "return 'x', F(1), True, False, {}"}, "step's reward is a F"),
        ({"step": "return 'x', 1.0, 1, False, {}"}, "step's terminated is a int, not a bool"),
        ({"step": "return 'x', 1.0, True, None, {}"}, "step's truncated is a NoneType, not a bool"),
        ({"solution": "return ('a',)"}, "solution returned a tuple, not a list of str"),
        ({"solution": "return []"}, "solution returned 0 actions"),
        ({"solution": "return ['a', 1]"}, "an action of solution is a int, not a str"),
        ({"init": "raise ValueError('no')"}, "the constructor raised ValueError: no (line 4 of the environment)"),
        ({"top": "import nothing_like_it"}, "loading the source raised ModuleNotFoundError"),
        ({"top": "def broken("}, "loading the source raised SyntaxError: '(' was never closed (line 1 of"),
        ({"top": "x = '\\0'".replace("\\0", "\0")}, "loading the source raised SyntaxError"),
    ],
)
async def test_a_breach_is_named(sandbox, methods, said):
    with pytest.raises(EnvironmentFault) as caught:
        await play_a_turn(sandbox, env(**methods))
    assert caught.value.kind == "contract"
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("", "defines no class Env"),
        ("Env = 3", "defines no class Env"),
        ("class Env: pass", "no method reset"),
        ("class Env:\n    def __init__(self, max_turns): pass\n    def reset(self, seed): pass\n", "no method step"),
    ],
)
async def test_a_missing_class_or_method_is_named(sandbox, source, said):
    code = env()
    with pytest.raises(EnvironmentFault, match=said):
        async with sandbox.episode(type(code)(source, "Env", 3)):
            pass


SILENCED = """
import builtins, random
def always(*args, **kwargs): return True
for name in ("type", "issubclass", "callable", "len", "zip", "next"):
    setattr(builtins, name, always)
random.Random.choice = random.Random.randrange = random.Random.random = always
"""


async def test_patching_what_is_shared_does_not_silence_the_runner(sandbox):
    async with sandbox.episode(env(top=SILENCED, step="return 'x', True, True, False, {}")) as episode:
        assert await episode.reset(1) == "start"
        with pytest.raises(EnvironmentFault, match="step's reward is a bool"):
            await episode.step("x")


async def test_patching_what_is_shared_does_not_choose_the_policies_actions(sandbox):
    plays = [{"seed": seed, "policy": policy} for seed in range(5) for policy in POLICIES]
    shown = "return ascii(action)[:99], 0, False, False, {}"
    patched = await sandbox.play(env(top=SILENCED, step=shown), plays, full=True)
    sound = await sandbox.play(env(step=shown), plays, full=True)
    assert [trace.steps for trace in patched] == [trace.steps for trace in sound]


@pytest.mark.parametrize(
    "patch",
    [
        "import json; json.JSONEncoder.encode = json.dumps = lambda *args, **kwargs: '[1]'",
        "import json; json.JSONDecoder.decode = json.loads = lambda *args, **kwargs: {}",
        "import sys; sys.stdout = sys.stderr = None",
        "import sys; sys.stdout.close(); sys.stderr.close()",
        "import os; os.write = os.read = lambda *args: 1 / 0",
        "import sys; sys.modules.clear()",
        "import sys; sys.setrecursionlimit(30)",
        "import gc; [module.clear() for module in gc.get_objects() if type(module) is dict and 'POLICIES' in module]",
    ],
)
async def test_patching_the_interpreter_is_at_most_the_authors_loss(sandbox, patch):
    with suppress(EnvironmentFault):
        async with sandbox.episode(env(top=patch, step="return 'x', 1, True, False, {}")) as episode:
            assert await episode.reset(1) == "start"
            assert await episode.step("x") == Step("x", 1.0, True, False)
    async with sandbox.episode(env()) as episode:
        assert await episode.reset(1) == "start"


_FORGER = """
import sys
main = sys.modules["__main__"]
class Runner:
    @staticmethod
    def handle(request): return {forged}
for frame in (sys._getframe(depth) for depth in range(1, 50)):
    names = [name for name in ("__runner", "runner") if name in frame.f_globals]
    if names:
        frame.f_globals[names[0]] = Runner
        break
"""
_STEP = '{{"ok":{{"observation":"x","reward":{},"terminated":{},"truncated":false}}}}'


@pytest.mark.parametrize(
    "forged",
    [
        repr(_STEP.format("true", "true")),
        repr(_STEP.format("NaN", "true")),
        repr(_STEP.format("Infinity", "true")),
        repr(_STEP.format("1e999", "true")),
        repr(_STEP.format("11", "true")),
        repr(_STEP.format('"1"', "true")),
        repr(_STEP.format("1.0", "1")),
        repr(_STEP.format("1.0", "null")),
        repr(_STEP.format("1.0", 'true,"won":true')),
        repr('{"ok":{"observation":"x","reward":1.0,"terminated":true}}'),
        repr('{"ok":{"observation":["x"],"reward":1.0,"terminated":true,"truncated":false}}'),
        repr('{"ok":[]}'),
        repr('{"ok":{},"error":{}}'),
        repr('{"error":{"kind":"sandbox","message":"not me"}}'),
        repr('{"error":{"kind":"limit","message":5}}'),
        repr("{}"),
        repr("null"),
        repr(""),
        repr("{"),
        "'[' * 100_000",
        "'9' * 100_000",
        "'x' * 2_000_000",
        "{'ok': 1}",
        "None",
        "object()",
        "1 / 0",
    ],
)
async def test_a_forged_reply_is_the_authors_fault(sandbox, forged):
    code = env(step=f"exec({_FORGER.format(forged=forged)!r}, {{}})\nreturn 'x', 0.0, False, False, {{}}")
    async with sandbox.episode(code) as episode:
        await episode.reset(1)
        assert not (await episode.step("x")).ended
        with pytest.raises(EnvironmentFault) as caught:
            await episode.step("x")
    assert "forged" in str(caught.value) or "the environment" in str(caught.value)
