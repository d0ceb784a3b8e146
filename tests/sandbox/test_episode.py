"""A sound environment behaves in the sandbox as it does in the host's own interpreter."""

import asyncio

import pytest

from assets.errors import EnvironmentFault, SandboxError
from assets.ports import EnvironmentCode, Step

from .sources import SOUND, env


def _in_process(code: EnvironmentCode, seed: int, actions: list[str]) -> tuple[str, list[Step]]:
    namespace: dict = {}
    exec(code.source, namespace)
    instance = namespace[code.class_name](max_turns=code.max_turns)
    observation, _ = instance.reset(seed)
    return observation, [Step(*instance.step(action)[:4]) for action in actions]


async def test_an_episode_gives_what_the_environment_gives(sandbox):
    actions = [f"\\boxed{{{guess}}}" for guess in (500, 250, "x", 331)]
    async with sandbox.episode(SOUND) as episode:
        first = await episode.reset(7)
        assert await episode.solution() == ["331"]
        steps = [await episode.step(action) for action in actions]
    assert (first, steps) == _in_process(SOUND, 7, actions)
    assert steps[-1] == Step("Correct.", 1.0, True, False)
    assert steps[-1].success


@pytest.mark.parametrize(
    "action",
    [
        "",
        "'; raise SystemExit #",
        '"""',
        "line\nline\r\n\tend",
        "nul \0 and \x1b[31m",
        "lone \ud800 surrogate",
        "{}{{%s}}\\boxed{\\frac{1}{2}}",
        "\\",
        "\\u0041 \\N{BULLET}",
        "naïve 三 🙂 \u2028",
        "x" * 100_000,
    ],
    ids=lambda action: ascii(action[:12]),
)
async def test_an_action_arrives_as_data(sandbox, action):
    code = env(step="return f'{len(action)} {ascii(action)[:9000]}', 0, False, False, {}")
    async with sandbox.episode(code) as episode:
        await episode.reset(1)
        assert (await episode.step(action)).observation == f"{len(action)} {ascii(action)[:9000]}"


async def test_interpreters_share_nothing(sandbox):
    code = env(top="import random\nseen = []", reset="seen.append(seed)\nreturn repr(seen), {}")
    async with sandbox.episode(code) as one, sandbox.episode(code) as two:
        assert [await one.reset(1), await two.reset(2), await one.reset(3)] == ["[1]", "[2]", "[1, 3]"]


async def test_many_episodes_at_once(sandbox):
    async def play(seed: int) -> tuple[str, list[Step]]:
        async with sandbox.episode(SOUND) as episode:
            first = await episode.reset(seed)
            return first, [await episode.step(f"\\boxed{{{guess}}}") for guess in (500, 250)]

    results = await asyncio.gather(*(play(seed) for seed in range(40)))
    assert results == [_in_process(SOUND, seed, ["\\boxed{500}", "\\boxed{250}"]) for seed in range(40)]


async def test_an_integer_reward_becomes_a_float(sandbox):
    async with sandbox.episode(env(step="return 'won', 1, True, False, {}")) as episode:
        await episode.reset(1)
        reward = (await episode.step("x")).reward
    assert reward == 1.0
    assert type(reward) is float


async def test_a_failed_episode_is_over(sandbox):
    async with sandbox.episode(env(reset="1 / 0")) as episode:
        with pytest.raises(EnvironmentFault, match="ZeroDivisionError"):
            await episode.reset(1)
        with pytest.raises(SandboxError, match="over"):
            await episode.step("x")


async def test_a_cancelled_call_ends_its_episode_and_no_other(sandbox):
    async with sandbox.episode(env(step="while True: pass")) as slow, sandbox.episode(SOUND) as other:
        await slow.reset(1)
        call = asyncio.create_task(slow.step("x"))
        await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        with pytest.raises(SandboxError, match="over"):
            await slow.step("x")
        assert (await other.reset(7)).startswith("A secret number")


async def test_entropy_changes_what_a_sound_environment_never_uses(sandbox):
    code = env(top="import random", reset="return f'{hash(\"abc\")} {random.random()}', {}")
    seen = []
    for entropy in (0, 1, 2, 0):
        async with sandbox.episode(code, entropy=entropy) as episode:
            seen.append((await episode.reset(1)).split())
    assert seen[0] == seen[3]
    assert seen[0][0] == seen[2][0] != seen[1][0]
    assert len({draw for _, draw in seen}) == 3
