"""The embedded sandbox's own: worker processes, which hold many interpreters and can be taken down by one."""

import os
import signal

import pytest

from assets.errors import EnvironmentFault, SandboxError
from orchestration.resources.sandbox.wasm.sandbox import WasmSandbox

from .sources import DEEP_IN_C, SOUND, env, play_a_turn


@pytest.mark.parametrize("step", DEEP_IN_C)
async def test_recursion_in_c_takes_down_a_worker_and_is_a_limit(step):
    opened = WasmSandbox(workers=1)
    try:
        with pytest.raises(EnvironmentFault, match="stack") as caught:
            await play_a_turn(opened, env(step=step))
        assert caught.value.kind == "limit"
    finally:
        opened.close()


async def test_episodes_outlive_the_death_of_their_worker():
    with_one_worker = WasmSandbox(workers=1)
    killer = env(step=DEEP_IN_C[0])
    try:
        async with with_one_worker.episode(SOUND) as bystander, with_one_worker.episode(killer) as episode:
            await bystander.reset(7)
            await bystander.step("\\boxed{500}")
            await episode.reset(1)
            with pytest.raises(EnvironmentFault, match="stack"):
                await episode.step("x")
            assert (await bystander.step("\\boxed{331}")).success
            for _ in range(9):
                step = await bystander.step("\\boxed{0}")
            assert not step.truncated
            assert (await bystander.step("\\boxed{0}")).truncated  # the twelfth turn: none was lost or doubled
    finally:
        with_one_worker.close()


async def test_a_worker_killed_from_outside_is_nobodys_fault_but_ours():
    opened = WasmSandbox(workers=1)
    try:
        async with opened.episode(SOUND) as hit, opened.episode(SOUND) as bystander:
            await hit.reset(7)
            await bystander.reset(7)
            os.kill(opened._workers[0]._process.pid, signal.SIGKILL)
            with pytest.raises(SandboxError, match="ended with status -9"):
                await hit.step("\\boxed{331}")
            assert (await bystander.step("\\boxed{331}")).success
    finally:
        opened.close()


async def test_an_episode_that_does_not_replay_is_lost_and_not_faked():
    opened = WasmSandbox(workers=1)
    try:
        async with opened.episode(env(reset="import time; return str(time.time_ns()), {}")) as episode:
            await episode.reset(1)
            with pytest.raises(EnvironmentFault):
                await play_a_turn(opened, env(step="import json; json.loads('[' * 100_000)"))
            with pytest.raises(SandboxError, match="did not replay the same"):
                await episode.step("x")
    finally:
        opened.close()
