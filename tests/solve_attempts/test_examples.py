"""Worked examples: varied, the same for both attempts of a pair, and in the conversation only where they are set."""

from dataclasses import replace

import pytest
from players import Scripted

from assets.boxed import read_action
from assets.solve_attempts.episode import play
from assets.solve_attempts.examples import EXAMPLES, draw_examples
from assets.solve_attempts.prompt import REMINDER, SYSTEM, opening


async def _asked(attempt, sandbox, examples):
    player = Scripted(lambda messages: "\\boxed{quit}")
    await play(attempt, player, sandbox, season_seed="s", max_tokens=100, examples=examples)
    return player.asked[0]


@pytest.mark.parametrize("count", [1, 2, 4])
async def test_they_stand_as_turns_before_the_first_observation(attempt, sandbox, count):
    system, *shown, first = await _asked(attempt, sandbox, count)
    assert system == {"role": "system", "content": SYSTEM}
    assert first == {"role": "user", "content": f"Task 7. Say 1, 2, 3.\n\n{REMINDER}"}
    drawn = draw_examples("s", attempt.pair_id, count)
    assert [message["content"] for message in shown[::2]] == [f"{one.observation}\n\n{REMINDER}" for one in drawn]
    assert [read_action(message["content"]) for message in shown[1::2]] == [one.action for one in drawn]
    assert [message["role"] for message in shown] == ["user", "assistant"] * count


async def test_without_them_nothing_is_shown(attempt, sandbox):
    assert await _asked(attempt, sandbox, 0) == opening("Task 7. Say 1, 2, 3.", None)


async def test_both_attempts_of_a_pair_are_shown_the_same(attempt, sandbox):
    hinted = replace(attempt, condition="with_hint")
    assert (await _asked(attempt, sandbox, 3))[1:-1] == (await _asked(hinted, sandbox, 3))[1:-1]


def test_they_vary_from_pair_to_pair(attempt):
    drawn = {tuple(draw_examples("s", replace(attempt, seed=seed).pair_id, 2)) for seed in range(40)}
    assert len(drawn) > 10
    assert all(len(set(pair)) == 2 for pair in drawn)
    assert {example for pair in drawn for example in pair} == set(EXAMPLES)


def test_no_two_examples_have_the_same_action():
    assert len({example.action for example in EXAMPLES}) == len(EXAMPLES)
