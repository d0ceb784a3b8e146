"""Transcripts within a budget: whole where there is room, cut alike where there is not, fewer where there is none."""

import pytest

from assets.tournament_report.excerpt import Excerpt
from assets.tournament_report.pairs import KINDS, shown_pairs
from assets.tournament_report.transcripts import Pair, pairs_within
from tournament_report.made_marts import HINT, MadeMarts, made_marts
from tournament_report.made_play import WEEK


@pytest.fixture(scope="module")
def marts() -> MadeMarts:
    return made_marts(3, 1, 6, 2, turn_bytes=2_000, turns=6)


def within(marts: MadeMarts, budget: int) -> list[Pair]:
    pairs = shown_pairs(marts.outcomes(WEEK))
    return pairs_within(budget, pairs, marts.attempts, marts.authored)


def cuts(pairs: list[Pair]) -> list[Excerpt]:
    return [
        text
        for pair in pairs
        for attempt in (pair.without_hint, pair.with_hint)
        for turn in attempt.turns
        for text in (turn.observation, turn.completion)
    ]


def test_with_room_enough_nothing_is_cut(marts):
    found = within(marts, 10**8)
    assert len(found) == shown_pairs(marts.outcomes(WEEK)).height > 5
    assert not any(text.left_out for text in cuts(found))
    attempts = {row["attempt_id"]: row for row in marts.attempts.iter_rows(named=True)}
    for pair in found:
        for attempt, condition in ((pair.without_hint, "without_hint"), (pair.with_hint, "with_hint")):
            row = attempts[attempt.attempt_id]
            assert (row["condition"], row["solver"], row["seed"]) == (condition, pair.solver, pair.seed)
            shown = [(turn.observation.head, turn.completion.head, turn.reward) for turn in attempt.turns]
            assert shown == [(turn["observation"], turn["completion"], turn["reward"]) for turn in row["transcript"]]
            assert [turn.action for turn in attempt.turns if not turn.action] == [None]


def test_with_less_room_all_long_texts_are_cut_to_one_length(marts):
    found = within(marts, 100_000)
    assert len(found) == len(within(marts, 10**8))
    lengths = {len(text.head) + len(text.tail) for text in cuts(found)}
    assert all(text.left_out for text in cuts(found))
    assert max(lengths) - min(lengths) <= 1
    assert all(pair.hint == Excerpt(HINT) for pair in found)


def test_with_no_room_those_with_least_to_see_are_left_out(marts):
    kinds = [pair.kind for pair in within(marts, 10**8)]
    assert len(set(kinds)) > 1
    found = [pair.kind for pair in within(marts, 30_000)]
    assert 0 < len(found) < len(kinds)
    assert sorted(found, key=KINDS.index) == sorted(kinds, key=KINDS.index)[: len(found)]
    assert within(marts, 100) == []
