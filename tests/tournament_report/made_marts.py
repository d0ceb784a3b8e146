"""Marts made up for reports: the results of `made_results`, and the attempts of their last week with transcripts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
import polars as pl

from assets.tables import BOARDS, SOLVE_ATTEMPTS
from assets.tournament_report.results import Results
from tournament_report.made_play import NAMES, WEEK, made_play
from tournament_report.made_results import empty_results, made_results

HINT = "Weigh the coins in threes: the odd one is in the heap that rises."
OBSERVATION = "The board: 1 2 3 / 4 5 6 / 7 8 _. Which tile do you move?\n"
COMPLETION = "The empty place is in the corner, so I can move the 6 or the 8. I think of the next turns first. "


@dataclass(frozen=True)
class MadeMarts:
    """`assets.ports.Marts` over frames; of attempts and environments there are those of one week."""

    results: Results
    attempts: pl.DataFrame
    authored: pl.DataFrame

    def rows(self, view: str, week: date) -> pl.DataFrame:
        if view == "stg_authored_environments":
            return self.authored
        frame: pl.DataFrame = getattr(self.results, view.removeprefix("stg_"))
        return frame.filter(pl.col("week") <= week)

    def outcomes(self, week: date) -> pl.DataFrame:
        return self.attempts.filter(pl.col("week") == week).drop("transcript")

    def transcripts(self, week: date, attempt_ids: Sequence[str]) -> pl.DataFrame:
        return self.attempts.filter(pl.col("week") == week, pl.col("attempt_id").is_in(list(attempt_ids)))


def made_marts(
    contestants: int = 9,
    weeks: int = 8,
    environments: int = 10,
    seeds: int = 4,
    *,
    turn_bytes: int = 200,
    turns: int | None = None,
    foreign: str = "",
) -> MadeMarts:
    """What `made_results` makes of the same arguments, and the attempts behind it.

    Args:
        turn_bytes: size of a turn, observation and completion together.
        turns: of every attempt; by default as many as were drawn.
        foreign: stands in every text that somebody else wrote.
    """
    results = made_results(contestants, weeks, environments, seeds)
    play = made_play(NAMES[:contestants], weeks, environments, seeds, np.random.default_rng(1))
    this_week = pl.col("week") == WEEK
    authored = play.environments.filter(this_week).with_columns(hint=pl.lit(HINT + foreign))
    if foreign:
        authored = authored.with_columns(title=pl.lit(foreign))
        titled = results.environment_difficulty.with_columns(title=pl.lit(foreign))
        results = replace(results, environment_difficulty=titled)
    rows = [
        _attempt(row, number, row["turns"] if turns is None else turns, turn_bytes, foreign)
        for number, row in enumerate(play.attempts.filter(this_week).iter_rows(named=True))
    ]
    return MadeMarts(results, SOLVE_ATTEMPTS.frame(rows).sort("attempt_id"), authored)


def empty_marts() -> MadeMarts:
    """A week of which nothing is valid."""
    made = made_marts(3, 1, 2, 1)
    return MadeMarts(empty_results(), made.attempts.clear(), made.authored.clear())


def nobody_admitted() -> MadeMarts:
    """A week in which every environment was rejected: authors were asked, and nobody played."""
    made = made_marts(3, 1, 2, 1)
    found = made.results
    scores = [name for name in found.standings.columns if name.startswith(BOARDS)]
    nothing = {name: pl.lit(None) for name in scores}
    played = ("pairs_as_solver", "pairs_as_author", "faults", "successes")
    no_play = [
        name
        for name in found.contestant_costs.columns
        if "attempts" in name or "solving" in name or name in ("successes", "taught")
    ]
    unplayed = dict.fromkeys(("panel_attempts", "unaided", "hinted_attempts", "hinted", "pairs", "taught"), 0)
    no_share = [name for name in found.environment_difficulty.columns if "share" in name or name.startswith("mean")]
    return MadeMarts(
        replace(
            found,
            standings=found.standings.with_columns(**nothing, **dict.fromkeys(played, pl.lit(0)), provisional=True),
            head_to_head=found.head_to_head.clear(),
            duel_log=found.duel_log.clear(),
            hint_uplift=found.hint_uplift.clear(),
            environment_difficulty=found.environment_difficulty.with_columns(
                **{name: pl.lit(value) for name, value in unplayed.items()},
                **{name: pl.lit(None) for name in (*no_share, "hint_gain", "discrimination")},
                admitted=False,
                withdrawn=False,
                verdict=pl.lit("not admitted"),
            ),
            authoring_vs_solving=found.authoring_vs_solving.with_columns(
                **{name: pl.lit(None) for name in found.authoring_vs_solving.columns if name.startswith(BOARDS)}
            ),
            rating_history=found.rating_history.with_columns(
                **dict.fromkeys(("value", "ci_low", "ci_high", "rank", "rank_low", "rank_high"), pl.lit(None)),
                n=0,
                note=pl.lit("nothing to rate"),
            ),
            contestant_costs=found.contestant_costs.with_columns(
                **dict.fromkeys(no_play, pl.lit(0)), tokens_per_success=None, cost_per_success_usd=None
            ),
            failure_reasons=found.failure_reasons.filter(pl.col("role") == "author"),
            board_correlations=found.board_correlations.with_columns(
                **dict.fromkeys(("value", "ci_low", "ci_high", "p_value"), pl.lit(None)), n=0
            ),
        ),
        made.attempts.clear(),
        made.authored,
    )


def _attempt(row: dict[str, object], number: int, turns: int, turn_bytes: int, foreign: str) -> dict[str, object]:
    status = "incomplete" if row["incomplete"] else "success" if row["success"] else "failure"
    same = ("week", "environment_id", "author", "solver", "domain", "seed", "condition", "stop_reason", "success")
    return {name: row[name] for name in same} | {
        "attempt_id": f"{number:032x}",
        "self_play": row["author"] == row["solver"],
        "trial": 0,
        "status": status,
        "turns": turns,
        "reward": 1.0 if status == "success" else 0.0,
        "tokens_in": row["tokens_in"],
        "tokens_out": row["tokens_out"],
        "cost_usd": None,
        "faults_cost_usd": None,
        "prices": None,
        "seconds": 1.0,
        "error": None,
        "settings": "{}",
        "final_observation": "The game is over." + foreign,
        "transcript": [
            _turn(turn, turn == turns and status == "success", turn_bytes, foreign) for turn in range(1, turns + 1)
        ],
    }


def _turn(turn: int, won: bool, size: int, foreign: str) -> dict[str, object]:
    half = size // 2
    error = turn % 7 == 3
    return {
        "turn": turn,
        "observation": (OBSERVATION * (half // len(OBSERVATION) + 1))[:half] + foreign,
        "completion": (COMPLETION * (half // len(COMPLETION) + 1))[: half - 12] + "\n\\boxed{8 up}" + foreign,
        "action": None if error else "8 up" + foreign,
        "reward": None if error else -0.25 if not won else 1.0,
        "terminated": won,
        "truncated": False,
        "format_error": error,
        "finish_reason": "length" + foreign if turn % 5 == 0 else "stop",
        "tokens_in": 300,
        "tokens_out": 40,
        "cost_usd": None,
        "faults_cost_usd": None,
    }
