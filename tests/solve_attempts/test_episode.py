"""One attempt: what is shown, what counts, and whose fault an early end is."""

import os
import signal
from dataclasses import replace

import docker
import pytest
from players import Scripted

from assets.bill import Bill
from assets.errors import ContextOverflow, ProviderError, SandboxUnavailable
from assets.solve_attempts.episode import is_finished, play
from assets.solve_attempts.prompt import FORMAT_ERROR, REMINDER, SYSTEM
from orchestration.resources.sandbox.choice import chosen, open_sandbox
from orchestration.resources.sandbox.wasm.sandbox import WasmSandbox


async def _play(attempt, sandbox, script, **options):
    player = Scripted(script, **options)
    return await play(attempt, player, sandbox, season_seed="s", max_tokens=100), player


async def test_a_win_is_terminated_with_a_positive_reward(attempt, sandbox):
    outcome, player = await _play(attempt, sandbox, ["\\boxed{1}", "so \\boxed{2}", "\\boxed{9} or \\boxed{3}"])
    assert (outcome.status, outcome.stop_reason, outcome.success) == ("success", "terminated", True)
    assert (outcome.turns, outcome.reward, outcome.final_observation) == (3, 1.0, "Right.")
    assert outcome.bill == Bill(30, 15, 0.75)
    assert [turn["action"] for turn in outcome.transcript] == ["1", "2", "3"]
    assert [turn["observation"] for turn in outcome.transcript] == ["Task 7. Say 1, 2, 3.", "Next: 2.", "Next: 3."]
    assert [turn["reward"] for turn in outcome.transcript] == [0.5, 0.5, 1.0]
    assert len(set(player.seeds)) == 3


async def test_the_solver_sees_the_rules_the_observations_and_nothing_else(attempt, sandbox):
    _, player = await _play(attempt, sandbox, ["\\boxed{1}", "\\boxed{quit}"])
    assert player.asked[-1] == [
        {"role": "system", "content": SYSTEM},
        {"role": "user", "content": f"Task 7. Say 1, 2, 3.\n\n{REMINDER}"},
        {"role": "assistant", "content": "\\boxed{1}"},
        {"role": "user", "content": "Next: 2."},
    ]


async def test_the_hint_stands_before_the_first_observation_and_only_with_hint(attempt, sandbox):
    _, player = await _play(replace(attempt, condition="with_hint"), sandbox, ["\\boxed{quit}"])
    expected = f"<hint>\nCount up from one to three.\n</hint>\n\nTask 7. Say 1, 2, 3.\n\n{REMINDER}"
    assert player.asked[0][1]["content"] == expected


async def test_an_end_without_reward_and_a_turn_cap_are_failures(attempt, sandbox):
    quit_, _ = await _play(attempt, sandbox, ["\\boxed{quit}"])
    assert (quit_.status, quit_.stop_reason, quit_.success, quit_.reward) == ("failure", "terminated", False, 0.0)
    slow, _ = await _play(attempt, sandbox, ["\\boxed{8}"] * 5)
    assert (slow.status, slow.stop_reason, slow.turns, slow.reward) == ("failure", "truncated", 5, 0.5)


async def test_an_answer_without_a_box_uses_a_turn_and_the_environment_is_not_called(attempt, sandbox):
    outcome, player = await _play(attempt, sandbox, ["one", None, "\\boxed{1}", "\\boxed{2}", "\\boxed{3}"])
    assert (outcome.status, outcome.turns) == ("success", 5)
    assert [turn["format_error"] for turn in outcome.transcript] == [True, True, False, False, False]
    assert outcome.transcript[1]["observation"] == FORMAT_ERROR
    assert outcome.transcript[0]["reward"] is None
    assert player.asked[2][-2:] == [
        {"role": "assistant", "content": ""},
        {"role": "user", "content": FORMAT_ERROR},
    ]


async def test_only_format_errors_end_at_the_turn_cap(attempt, sandbox):
    outcome, _ = await _play(attempt, sandbox, ["hm"] * 5)
    assert (outcome.status, outcome.stop_reason, outcome.turns, outcome.reward) == ("failure", "max_turns", 5, None)
    assert outcome.final_observation == "Task 7. Say 1, 2, 3."


async def test_a_full_context_is_the_solvers_failure(attempt, sandbox):
    outcome, _ = await _play(attempt, sandbox, ["\\boxed{1}", ContextOverflow("too long")])
    assert (outcome.status, outcome.stop_reason, outcome.success) == ("failure", "context_length", False)


async def test_a_provider_fault_is_never_scored_and_is_played_again(attempt, sandbox):
    filtered = ProviderError("429 three times", Bill(faults_cost_usd=0.5, prices="season"))
    outcome, _ = await _play(attempt, sandbox, ["\\boxed{1}", filtered])
    assert (outcome.status, outcome.stop_reason, outcome.success) == ("incomplete", "provider_error", None)
    assert (outcome.error, outcome.turns) == ("429 three times", 1)
    assert outcome.bill == Bill(10, 5, 0.25, faults_cost_usd=0.5, prices="season")
    assert not is_finished(outcome.as_record())


async def test_a_sandbox_fault_is_never_scored_and_is_played_again(attempt):
    """What the episode runs in is killed from outside while the solver thinks."""
    opened = open_sandbox(chosen())

    def answer(messages):
        if len(messages) > 2:
            _kill_all(opened)
        return "\\boxed{1}"

    try:
        outcome, _ = await _play(attempt, opened, answer)
        again, _ = await _play(attempt, opened, ["\\boxed{1}", "\\boxed{2}", "\\boxed{3}"])
    finally:
        opened.close()
    assert (outcome.status, outcome.stop_reason, outcome.success) == ("incomplete", "sandbox_error", None)
    assert (outcome.turns, outcome.bill.tokens_in) == (2, 20)
    assert not is_finished(outcome.as_record())
    assert again.success


def _kill_all(sandbox):
    if isinstance(sandbox, WasmSandbox):
        os.kill(sandbox._workers[0]._process.pid, signal.SIGKILL)
        return
    engine = docker.from_env()
    for place in sandbox._running[1]._places:
        engine.api.kill(place.container.result().identity)
    engine.close()


@pytest.mark.parametrize("action", ["crash", "spin"])
async def test_an_environment_that_breaks_makes_the_attempt_incomplete_for_good(attempt, sandbox, action):
    outcome, _ = await _play(attempt, sandbox, ["\\boxed{1}", f"\\boxed{{{action}}}"])
    assert (outcome.status, outcome.stop_reason, outcome.success) == ("incomplete", "environment_error", None)
    assert outcome.error
    assert is_finished(outcome.as_record())
    broke = outcome.transcript[-1]
    assert (outcome.turns, len(outcome.transcript)) == (2, 2)
    assert (broke["action"], broke["reward"], broke["format_error"]) == (action, None, False)


async def test_one_answer_without_a_price_leaves_the_cost_unknown(attempt, sandbox):
    outcome, _ = await _play(attempt, sandbox, ["\\boxed{quit}"], cost=None)
    assert outcome.bill.cost_usd is None


async def test_without_a_sandbox_nothing_is_played(attempt):
    class Nowhere:
        def episode(self, code, *, entropy=0):
            raise SandboxUnavailable("install pyeryx")

    with pytest.raises(SandboxUnavailable, match="install pyeryx"):
        await _play(attempt, Nowhere(), ["\\boxed{1}"])
