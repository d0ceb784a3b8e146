"""Corrupted rows: statements that spoil the made four weeks, each with the dbt tests that must fail for it."""

from dataclasses import dataclass

from marts.made_seasons import WEEKS

FIRST, SECOND, THIRD, LAST = (f"week = '{week}'" for week in WEEKS)


def _one_attempt(where: str) -> str:
    return f"attempt_id = (SELECT min(attempt_id) FROM solve_attempts WHERE {where})"


@dataclass(frozen=True)
class Corruption:
    """A statement over schema duels, and the names of the dbt tests that fail after it, all of them."""

    statement: str
    caught_by: frozenset[str]


def _caught(statement: str, *names: str) -> Corruption:
    return Corruption(statement, frozenset(names))


CORRUPTIONS = {
    "a pair counted twice": _caught(
        f"UPDATE pairwise_outcomes SET solved = solved + 1 WHERE {FIRST} AND author = 'ada' AND solver = 'cyd'",
        "cells_add_up",
        "cells_equal_attempts",
        "uplift_adds_up_to_cells",
    ),
    "more solved than played": _caught(
        "UPDATE pairwise_outcomes SET solved = pairs + 1, stumped = -1 - taught "
        f"WHERE {FIRST} AND author = 'ada' AND solver = 'dan'",
        "cells_equal_attempts",
        "intervals_hold_shares",
        "uplift_adds_up_to_cells",
    ),
    "a cell twice": _caught(
        f"INSERT INTO pairwise_outcomes FROM pairwise_outcomes WHERE {SECOND} AND author = 'bob' AND solver = 'cyd'",
        "season_adds_up",
        "as_declared_stg_pairwise_outcomes",
        "uplift_adds_up_to_cells",
    ),
    "a cell of an unknown author": _caught(
        f"UPDATE pairwise_outcomes SET author = 'eve' WHERE {LAST} AND author = 'ada' AND solver = 'cyd'",
        "cells_equal_attempts",
        "as_declared_head_to_head",
        "as_declared_stg_pairwise_outcomes",
        "uplift_adds_up_to_cells",
    ),
    "a wrong rank": _caught(
        f"UPDATE rankings SET rank = 2 WHERE {SECOND} AND board = 'solver' AND scope = 'week' AND rank = 1",
        "ranks_follow_values",
    ),
    "a board that is not defined": _caught(
        f"UPDATE rankings SET board = 'luck' WHERE {SECOND} AND board = 'duel' AND scope = 'season' AND rank = 1",
        "as_declared_rating_history",
        "as_declared_stg_rankings",
    ),
    "a contestant without a place": _caught(
        f"DELETE FROM rankings WHERE {FIRST} AND contestant = 'cyd'",
        "everybody_has_standings",
        "ranks_follow_values",
    ),
    "an attempt twice": _caught(
        f"INSERT INTO solve_attempts FROM solve_attempts WHERE {_one_attempt(f'{FIRST} AND author <> solver')}",
        "cells_equal_attempts",
        "difficulty_agrees_with_attempts",
        "pairs_stand_twice_in_attempts",
        "as_declared_int_matched_pairs",
        "as_declared_stg_solve_attempts",
        "as_declared_stg_turns",
        "uplift_adds_up_to_cells",
    ),
    "a success that is a failure": _caught(
        f"UPDATE solve_attempts SET success = NOT success WHERE {_one_attempt(f"{LAST} AND status = 'failure'")}",
        "pairs_stand_twice_in_attempts",
    ),
    "a turn too many": _caught(
        f"UPDATE solve_attempts SET turns = turns + 1 WHERE {_one_attempt(f"{LAST} AND status = 'success'")}",
        "turns_add_up_to_attempts",
    ),
    "an ending that is not defined": _caught(
        f"UPDATE solve_attempts SET stop_reason = 'tired' WHERE {_one_attempt(f"{LAST} AND status = 'failure'")}",
        "as_declared_stg_solve_attempts",
    ),
    "an unknown author": _caught(
        f"UPDATE authored_environments SET author = 'eve' WHERE environment_id = '{WEEKS[1]}/ada/env_004'",
        "costs_add_up",
        "as_declared_stg_authored_environments",
    ),
    "a winner that is not one of the two": _caught(
        f"UPDATE duel_results SET result = 'c' WHERE {FIRST} AND contestant_a = 'ada' AND contestant_b = 'bob'",
        "as_declared_duel_log",
        "as_declared_stg_duel_results",
    ),
    "an unknown opponent": _caught(
        f"UPDATE duel_results SET contestant_b = 'eve' WHERE {THIRD} AND contestant_a = 'ada' AND contestant_b = 'bob'",
        "as_declared_duel_log",
        "as_declared_stg_duel_results",
    ),
    "played without being admitted": _caught(
        "UPDATE hint_validations SET passed = false "
        f"WHERE environment_id = '{WEEKS[3]}/ada/env_001' AND check_name = 'novel'",
        "difficulty_agrees_with_attempts",
    ),
    "ranked without taking part": _caught(
        f"DELETE FROM contestants WHERE {LAST} AND contestant = 'cyd'",
        "costs_add_up",
        "leaderboard_is_of_the_latest_week",
        "as_declared_duel_log",
        "as_declared_failure_reasons",
        "as_declared_head_to_head",
        "as_declared_hint_uplift",
        "as_declared_rating_history",
        "as_declared_stg_duel_results",
        "as_declared_stg_pairwise_outcomes",
        "as_declared_stg_rankings",
        "as_declared_stg_season_trends",
        "as_declared_stg_solve_attempts",
    ),
    "a mart that forgets the faults": _caught(
        "CREATE OR REPLACE VIEW failure_reasons AS "
        "SELECT week, solver AS contestant, 'solver' AS role, stop_reason AS reason, 'solver' AS whose, count(*) AS n, "
        'count(*) AS "of", 1.0 AS share, 1.0 AS share_low, 1.0 AS share_high '
        "FROM stg_solve_attempts WHERE status = 'failure' GROUP BY ALL",
        "failures_add_up",
    ),
}
