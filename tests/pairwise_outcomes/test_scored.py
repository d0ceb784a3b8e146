"""Which attempts count, and which two make a pair."""

from made_weeks import WEEK, attempts_frame, pair_rows

from assets.pairwise_outcomes.matched_pairs import matched_pairs
from assets.scored import scored_attempts, withdrawn_environments


def test_an_incomplete_attempt_never_counts():
    rows = pair_rows("ada", 1, "bob", "ts")
    rows[0]["status"] = "incomplete"
    scored = scored_attempts(attempts_frame(rows))
    assert scored.select("seed", "condition", "success").rows() == [
        (0, "with_hint", 1.0),
        (1, "with_hint", 1.0),
        (1, "without_hint", 1.0),
    ]
    assert matched_pairs(scored).get_column("seed").to_list() == [1]


def test_an_environment_that_broke_its_contract_once_is_out_for_all():
    rows = [*pair_rows("ada", 1, "bob", "ss"), *pair_rows("ada", 1, "cyd", "ss"), *pair_rows("ada", 2, "bob", "t")]
    rows[0] |= {"status": "incomplete", "stop_reason": "environment_error"}
    attempts = attempts_frame(rows)
    assert withdrawn_environments(attempts) == [f"{WEEK}/ada/env_001"]
    assert scored_attempts(attempts).get_column("environment_id").unique().to_list() == [f"{WEEK}/ada/env_002"]


def test_other_faults_withdraw_nothing():
    rows = pair_rows("ada", 1, "bob", "s")
    rows[0] |= {"status": "incomplete", "stop_reason": "sandbox_error"}
    assert withdrawn_environments(attempts_frame(rows)) == []


def test_pairs_are_made_within_a_trial():
    first, second = pair_rows("ada", 1, "bob", "t"), pair_rows("ada", 1, "bob", "h")
    rows = [*first, *({**row, "trial": 1} for row in second)]
    pairs = matched_pairs(scored_attempts(attempts_frame(rows)))
    assert pairs.select("trial", "unaided", "hinted", "taught", "harmed").rows() == [
        (0, 0.0, 1.0, True, False),
        (1, 1.0, 0.0, False, True),
    ]
