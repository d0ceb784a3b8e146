"""The plan: every environment, seed, trial and condition once, under an identity that covers all that matters."""

import datetime
from collections import Counter
from dataclasses import replace

import pytest

from assets.season import Season
from assets.solve_attempts.plan import plan


@pytest.fixture
def season() -> Season:
    player = {"model": "house/player", "skills": {}}
    entries = [{"name": name, **player} for name in ("ada", "bob")]
    return Season.model_validate({"name": "tiny", "seed": "s", "contestants": entries, "trials": 2})


def test_matched_pairs_stand_side_by_side(season, environment):
    attempts = plan(season, "bob", [environment])
    assert len(attempts) == 4 * 2 * 2
    for unaided, hinted in zip(attempts[::2], attempts[1::2], strict=True):
        assert (unaided.condition, hinted.condition) == ("without_hint", "with_hint")
        assert (unaided.seed, unaided.trial) == (hinted.seed, hinted.trial)
        assert (unaided.hint, hinted.hint) == (None, environment.hint)
    assert set(Counter((a.seed, a.condition, a.trial) for a in attempts).values()) == {1}


def test_self_play_is_planned_and_flagged(season, environment):
    week = datetime.date(2026, 11, 30)
    assert all(attempt.row(week)["self_play"] for attempt in plan(season, "ada", [environment]))
    assert not any(attempt.row(week)["self_play"] for attempt in plan(season, "bob", [environment]))


def test_an_attempts_identity_covers_all_that_defines_it(season, environment):
    attempt = plan(season, "bob", [environment])[0]
    assert attempt.attempt_id == plan(season, "bob", [environment])[0].attempt_id
    others = [
        replace(attempt, solver="ada"),
        replace(attempt, settings="{}"),
        replace(attempt, seed=attempt.seed + 1),
        replace(attempt, condition="with_hint"),
        replace(attempt, trial=1),
        replace(attempt, environment=replace(environment, environment_id="2026-11-30/ada/env_002")),
        replace(attempt, environment=replace(environment, source_sha256="0")),
        replace(attempt, environment=replace(environment, hint_sha256="0")),
    ]
    assert len({attempt.attempt_id, *(other.attempt_id for other in others)}) == 9
