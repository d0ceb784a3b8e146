"""Worked examples: varied, the same for both attempts of a pair, and in the conversation only where they are set."""

from dataclasses import replace
from itertools import permutations

import pytest
from players import Scripted

from assets.boxed import read_action
from assets.contestant_entry import ContestantEntry
from assets.season import Season
from assets.solve_attempts.episode import play
from assets.solve_attempts.examples import EXAMPLES
from assets.solve_attempts.plan import matched_pair
from assets.solve_attempts.prompt import REMINDER, SYSTEM, opening
from assets.tables import DOMAINS


def _pair(environment, examples, seed=7):
    """The attempts of a small model, without the hint and with it."""
    bob = ContestantEntry(name="bob", model="openai/tiny", examples=examples)
    return matched_pair(Season(name="s", seed="s", contestants=(bob,)), "bob", environment, seed)


def _of(domain):
    return [example for example in EXAMPLES if example.domain == domain]


async def _asked(attempt, sandbox):
    player = Scripted(lambda messages: "\\boxed{quit}")
    await play(attempt, player, sandbox, season_seed="s", max_tokens=100)
    return player.asked[0]


@pytest.mark.parametrize("count", [1, 2, 4])
async def test_they_stand_as_turns_before_the_first_observation(environment, sandbox, count):
    attempt, _ = _pair(environment, count)
    system, *shown, first = await _asked(attempt, sandbox)
    assert system == {"role": "system", "content": SYSTEM}
    assert first == {"role": "user", "content": f"Task 7. Say 1, 2, 3.\n\n{REMINDER}"}
    drawn = attempt.examples
    assert len(drawn) == count
    assert [message["content"] for message in shown[::2]] == [f"{one.observation}\n\n{REMINDER}" for one in drawn]
    assert [read_action(message["content"]) for message in shown[1::2]] == [one.action for one in drawn]
    assert [message["role"] for message in shown] == ["user", "assistant"] * count


async def test_without_them_nothing_is_shown(environment, sandbox):
    attempt, _ = _pair(environment, 0)
    assert await _asked(attempt, sandbox) == opening("Task 7. Say 1, 2, 3.", None)


async def test_both_attempts_of_a_pair_are_shown_the_same(environment, sandbox):
    unaided, hinted = _pair(environment, 3)
    assert (unaided.hint, hinted.hint) == (None, environment.hint)
    assert (await _asked(unaided, sandbox))[1:-1] == (await _asked(hinted, sandbox))[1:-1]


def test_they_vary_from_pair_to_pair(environment):
    drawn = {_pair(environment, 2, seed)[0].examples for seed in range(40)}
    assert drawn == set(permutations(_of(environment.domain), 2))


@pytest.mark.parametrize("domain", DOMAINS)
def test_those_of_the_environments_domain_come_first(environment, domain):
    four = [_pair(replace(environment, domain=domain), 4, seed)[0].examples for seed in range(40)]
    assert len(_of(domain)) == 3
    assert all(set(drawn[:3]) == set(_of(domain)) for drawn in four)
    assert len({drawn[3] for drawn in four}) > 10


def test_no_two_examples_have_the_same_action():
    assert len({example.action for example in EXAMPLES}) == len(EXAMPLES)
