"""Whole episodes played inside the sandbox: policies, scripts, certificates, interleaving."""

import random
import re

import pytest

from assets.errors import EnvironmentFault
from assets.ports import Step
from sandbox_images.python_env.runner import POLICIES

from .sources import SOUND, case, env


async def test_a_certificate_is_boxed_and_played(sandbox):
    (trace,) = await sandbox.play(SOUND, [{"seed": 7, "actions": "certificate"}])
    assert trace.certificate == ("331",)
    assert trace.steps == (Step("Correct.", 1.0, True, False),)
    assert (trace.turns, trace.won, trace.fault) == (1, True, None)


async def test_asking_for_the_solution_can_not_open_the_door(sandbox):
    code = env(
        init="self.open = False",
        step="won = self.open\nreturn 'x', float(won), won, False, {}",
        solution="self.open = True\nreturn ['win']",
    )
    (trace,) = await sandbox.play(code, [{"seed": 7, "actions": "certificate"}])
    assert not trace.won


async def test_a_script_is_sent_as_it_stands(sandbox):
    code = env(step="return ascii(action), 0.0, False, False, {}")
    (trace,) = await sandbox.play(code, [{"seed": 1, "actions": ["\\boxed{a}", "b\0", "\ud800"]}], full=True)
    assert [step.observation for step in trace.steps] == [ascii("\\boxed{a}"), ascii("b\0"), ascii("\ud800")]
    assert trace.turns == 3


async def test_only_the_last_step_is_kept_unless_asked(sandbox):
    script = {"seed": 7, "actions": ["\\boxed{1}", "\\boxed{999}"]}
    ((short,), (whole,)) = (await sandbox.play(SOUND, [script]), await sandbox.play(SOUND, [script], full=True))
    assert whole.steps == (
        Step("Not yet: higher.", 0.0, False, False),
        Step("Not yet: lower.", 0.0, False, False),
    )
    assert short.steps == whole.steps[-1:]
    assert short.turns == whole.turns == 2


async def test_an_environment_that_does_not_end_is_left_after_one_turn_too_many(sandbox):
    (endless, ending) = [
        (await sandbox.play(code, [{"seed": 1, "policy": "empty"}]))[0] for code in (env(max_turns=5), SOUND)
    ]
    assert (endless.turns, endless.ended) == (6, False)
    assert (ending.turns, ending.ended) == (12, True)


@pytest.mark.parametrize("entropy", [0, 1])
async def test_interleaved_play_equals_play_in_turn(sandbox, entropy):
    plays = [{"seed": seed, "policy": policy} for seed in (1, 2) for policy in POLICIES]
    plays.append({"seed": 3, "actions": "certificate"})
    in_turn = await sandbox.play(SOUND, plays, full=True)
    assert await sandbox.play(SOUND, plays, entropy=entropy, interleaved=True, full=True) == in_turn


async def test_interleaving_shows_shared_state(sandbox):
    code = env(
        top="state = {}", reset="state['seed'] = seed\nreturn 'x', {}", step="return str(state), 0, True, False, {}"
    )
    plays = [{"seed": seed, "policy": "empty"} for seed in (1, 2)]
    assert await sandbox.play(code, plays) != await sandbox.play(code, plays, interleaved=True)


async def test_a_breach_ends_its_own_episode_only(sandbox):
    code = case("crashes_on_text.py", "CrashesOnText")
    crashed, fine = await sandbox.play(
        code, [{"seed": 7, "policy": "no_box"}, {"seed": 7, "actions": ["\\boxed{331}"]}]
    )
    assert crashed.fault is not None
    assert crashed.fault.startswith("step raised ")
    assert crashed.observation is not None
    assert (crashed.turns, crashed.steps) == (0, ())
    assert fine.won


async def test_a_limit_ends_the_batch(sandbox):
    with pytest.raises(EnvironmentFault, match="memory") as caught:
        await sandbox.play(case("memory_hog.py", "MemoryHog"), [{"seed": 1, "policy": "empty"}])
    assert caught.value.kind == "limit"


async def test_a_source_that_does_not_load_fails_the_batch(sandbox):
    with pytest.raises(EnvironmentFault, match="SyntaxError") as caught:
        await sandbox.play(case("syntax_error.py", "Anything"), [{"seed": 1, "policy": "empty"}])
    assert caught.value.kind == "contract"


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_is_a_pure_function(policy):
    def actions() -> list[str]:
        rng = random.Random(policy)
        return [POLICIES[policy](rng, "The gate 17 is shut, 3 keys left", turn) for turn in range(1, 13)]

    assert actions() == actions()
    assert all(type(action) is str for action in actions())


def _played(policy: str, observation: str = "") -> set[str]:
    return {POLICIES[policy](random.Random(seed), observation, turn) for seed in range(50) for turn in range(1, 13)}


def test_the_odd_actions_are_what_their_names_say():
    assert _played("empty") == {""}
    assert _played("empty_box") == {"\\boxed{}"}
    assert not any("boxed" in action for action in _played("no_box"))
    assert {len(action) for action in _played("very_long")} == {20_000 + len("\\boxed{}")}
    assert not any(action.isascii() for action in _played("non_ascii"))
    assert any(action.count("{") != action.count("}") for action in _played("nested_braces"))
    assert any("{" in action[7:-1] for action in _played("nested_braces"))
    assert len(_played("random")) > 20


def test_an_echo_reads_the_observation():
    observation = "Room 12: the gate is -4 steps away"
    assert _played("echo_number", observation) == {"\\boxed{12}", "\\boxed{-4}"}
    assert _played("echo_word", observation) == {
        f"\\boxed{{{word}}}" for word in ("Room", "the", "gate", "is", "steps", "away")
    }
    assert (_played("echo_number", "no digits"), _played("echo_word", "1 2")) == ({"\\boxed{0}"}, {"\\boxed{yes}"})


def test_a_hostile_run_comes_in_the_first_turn():
    """A regex with a nested quantifier, as in the shared case slow_regex, needs 40 times a and then b."""
    action = POLICIES["regex_hostile"](random.Random(0), "", 1)
    assert re.fullmatch(r"\\boxed\{a{40}b\}", action)


async def test_a_batch_that_was_played_is_remembered_by_all_that_it_is_a_function_of(sandbox, monkeypatch):
    plays = [{"seed": 41, "policy": "random"}]
    played = await sandbox.play(SOUND, plays)

    def unopened(*_: object) -> None:
        raise AssertionError("an interpreter was opened")

    monkeypatch.setattr(sandbox, "interpreter", unopened)
    assert await sandbox.play(SOUND, plays) == played
    for other in ({"entropy": 1}, {"interleaved": True}, {"full": True}):
        with pytest.raises(AssertionError, match="was opened"):
            await sandbox.play(SOUND, plays, **other)
    with pytest.raises(AssertionError, match="was opened"):
        await sandbox.play(case("near_copy.py", "NumberHunt"), plays)
