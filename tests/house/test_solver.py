"""A house player solves as well as its declared skills say, by reading what it is shown."""

from itertools import pairwise
from statistics import mean

import pytest

from assets.boxed import read_action
from assets.seeds import seed_of
from assets.solve_attempts.prompt import FORMAT_ERROR, opening
from orchestration.resources.house.families import VARIANTS
from orchestration.resources.house.solver import INSIGHT, LOST, SLIPS, TAUGHT, TRUSTING, chance_of_insight

from .playing import attempt, maker_of, player

MAKERS = {variant: maker_of(variant, 0.5) for variant in VARIANTS}
# The strategies of the other two go through hundreds of candidates a turn.
QUICK = [variant for variant in VARIANTS if variant.name not in {"turning_lock", "moving_fox"}]


async def _share(hints: str = "none", seeds: range = range(12), **skills: float) -> float:
    """Share of tasks won, over the variants."""
    solver = player(**skills)
    text = {"none": lambda v: None, "whole": lambda v: v.hint, "vague": lambda v: v.vague_hint}[hints]
    results = [(await attempt(solver, MAKERS[variant], seed, text(variant)))[0] for variant in QUICK for seed in seeds]
    return mean(results)


async def test_more_skill_wins_more_unaided():
    shares = [await _share(solving=solving) for solving in (0.0, 0.3, 0.6, 1.0)]
    assert shares[0] < 0.1
    assert shares[0] + 0.1 < shares[1] < shares[2] - 0.1 < shares[3] - 0.2
    assert shares[3] > 0.95


async def test_a_whole_hint_raises_success_and_a_vague_one_does_not():
    unaided, whole, vague = [
        await _share(hints, solving=0.2, hint_following=0.9) for hints in ("none", "whole", "vague")
    ]
    assert whole > unaided + 0.5
    assert vague == pytest.approx(unaided, abs=0.08)


async def test_a_hint_is_followed_as_often_as_declared():
    share = await _share("whole", solving=0.0, hint_following=0.5)
    assert share == pytest.approx(0.5, abs=0.12)


async def test_a_hint_is_read_and_not_guessed_from_the_game():
    """A hint that tells another game's recipe teaches nothing."""
    solver = player(solving=0.0, hint_following=1.0)
    for variant, other in pairwise(VARIANTS):
        _, messages = await attempt(solver, MAKERS[variant], 1, other.hint)
        assert messages[2]["content"].startswith(TRUSTING)
        _, messages = await attempt(solver, MAKERS[variant], 1, f"In short:\n{variant.hint}\nGood luck!")
        assert messages[2]["content"].startswith(TAUGHT)


def test_insight_grows_with_skill_and_falls_with_hardness():
    assert [chance_of_insight(solving, 0.5) for solving in (0.0, 1.0)] == [0.0, 1.0]
    assert chance_of_insight(0.5, 0.0) > chance_of_insight(0.5, 0.5) > chance_of_insight(0.5, 1.0)
    assert chance_of_insight(0.6, 0.5) > chance_of_insight(0.5, 0.5)


async def test_the_same_attempt_is_played_the_same_way_again():
    solver, again = player(solving=0.5), player(solving=0.5)
    for variant in VARIANTS:
        assert await attempt(solver, MAKERS[variant], 3) == await attempt(again, MAKERS[variant], 3)


async def test_players_and_trials_have_their_own_luck():
    async def stances(name: str, trial: int) -> list[str]:
        conversations = [await attempt(player(name, solving=0.5), MAKERS[v], 3, trial=trial) for v in QUICK]
        return [messages[2]["content"].split("\n")[0] for _, messages in conversations]

    assert await stances("ada", 0) != await stances("bob", 0)
    assert await stances("ada", 0) != await stances("ada", 1)


async def test_a_player_holds_to_what_it_said_first():
    solver = player(solving=0.5)
    seen = set()
    for variant in QUICK:
        _, messages = await attempt(solver, MAKERS[variant], 5)
        thoughts = {message["content"].split("\n")[0] for message in messages if message["role"] == "assistant"}
        assert len(thoughts) == 1
        seen |= thoughts
    assert seen == {INSIGHT, TRUSTING}


async def test_few_answers_are_format_errors_and_the_game_goes_on():
    solver = player(solving=1.0)
    asked = opening(MAKERS[VARIANTS[0]]().reset(1)[0], None)
    answers = [await solver.complete(asked, seed=seed, max_tokens=1024) for seed in range(2000)]
    slips = [answer.text for answer in answers if read_action(answer.text) is None]
    assert 0 < len(slips) / len(answers) <= 2 * SLIPS
    after = [*asked, {"role": "assistant", "content": slips[0]}, {"role": "user", "content": FORMAT_ERROR}]
    assert read_action((await solver.complete(after, seed=1, max_tokens=1024)).text) is not None


async def test_an_unknown_game_is_tried_by_what_it_names():
    asked = opening("Say `open` or `shut`.", None)
    answer = await player().complete(asked, seed=4, max_tokens=1024)
    assert answer.text.startswith(LOST)
    assert read_action(answer.text) in {"open", "shut"}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
async def test_a_game_that_only_opens_like_a_known_one_is_played_on(variant):
    sighting = variant.sighting.search(MAKERS[variant]().reset(1)[0])[0]
    messages = opening(f"{sighting}.", None)
    for turn in range(3):
        for solving in (0.0, 1.0):
            answer = await player(solving=solving).complete(messages, seed=turn, max_tokens=1024)
            assert answer.finish_reason == "stop"
        messages = [
            *messages,
            {"role": "assistant", "content": answer.text},
            {"role": "user", "content": "You go on, higher and higher."},
        ]


async def test_an_answer_costs_nothing_and_counts_its_tokens():
    asked = opening("x" * 400, None)
    answer = await player().complete(asked, seed=seed_of("s", "request", 1), max_tokens=1024)
    assert (answer.cost_usd, answer.finish_reason) == (0.0, "stop")
    assert answer.tokens_in == sum(len(message["content"]) for message in asked) // 4
    assert answer.tokens_out == len(answer.text) // 4


async def test_an_answer_ends_at_the_token_limit():
    asked = opening("Say `open`.", None)
    answer = await player().complete(asked, seed=0, max_tokens=5)
    assert (len(answer.text), answer.finish_reason) == (20, "length")
