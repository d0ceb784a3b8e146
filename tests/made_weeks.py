"""Weeks made up for tests: contestants and attempts as frames, by hand or drawn by hypothesis."""

import random
from collections.abc import Callable, Iterable
from datetime import date

import polars as pl
from hypothesis import strategies as st

from assets.pairwise_outcomes.duels import duel_results
from assets.ports import PlayedWeek

WEEK = date(2026, 11, 30)
DOMAINS = ("optimization", "logical deduction", "spatial reasoning")
CONDITIONS = ("without_hint", "with_hint")

ATTEMPT_COLUMNS = {
    "environment_id": pl.String,
    "author": pl.String,
    "solver": pl.String,
    "domain": pl.String,
    "seed": pl.Int64,
    "condition": pl.String,
    "trial": pl.Int32,
    "status": pl.String,
    "stop_reason": pl.String,
}


def contestants_frame(roles: dict[str, list[str]]) -> pl.DataFrame:
    """Rows of `contestants` as far as scores read them."""
    return pl.DataFrame(
        {"contestant": list(roles), "roles": list(roles.values())},
        schema={"contestant": pl.String, "roles": pl.List(pl.String)},
    )


def everyone(*names: str) -> pl.DataFrame:
    """Contestants that play both roles."""
    return contestants_frame({name: ["author", "solver"] for name in names})


def attempts_frame(rows: Iterable[dict[str, object]]) -> pl.DataFrame:
    """Rows of `solve_attempts` as far as scores read them; a stop reason that fits the status where none is given."""
    reasons = {"success": "terminated", "failure": "max_turns", "incomplete": "provider_error"}
    return pl.DataFrame(
        [{"trial": 0, "stop_reason": reasons[str(row["status"])], **row} for row in rows], schema=ATTEMPT_COLUMNS
    )


def pair_rows(author: str, slot: int, solver: str, outcomes: str, domain: str = DOMAINS[0]) -> list[dict[str, object]]:
    """The attempts of one solver on one environment: a letter a seed.

    s: solved in both conditions, h: solved alone and harmed by the hint, t: taught, x: stumped.
    """
    won = {"s": (True, True), "h": (True, False), "t": (False, True), "x": (False, False)}
    return [
        {
            "environment_id": f"{WEEK}/{author}/env_{slot:03d}",
            "author": author,
            "solver": solver,
            "domain": domain,
            "seed": seed,
            "condition": condition,
            "status": "success" if success else "failure",
        }
        for seed, letter in enumerate(outcomes)
        for condition, success in zip(CONDITIONS, won[letter], strict=True)
    ]


def full_week(
    names: list[str],
    slots: int,
    seeds: int,
    status: Callable[[str, int, str, int, str], str | None],
    trials: int = 1,
) -> pl.DataFrame:
    """Everybody plays everything; `status(author, slot, solver, seed, condition)` says how, None for not at all."""
    rows: list[dict[str, object]] = []
    for author in names:
        for slot in range(slots):
            for solver in names:
                for seed in range(seeds):
                    for trial in range(trials):
                        for condition in CONDITIONS:
                            found = status(author, slot, solver, seed, condition)
                            if found is not None:
                                rows.append(
                                    {
                                        "environment_id": f"{WEEK}/{author}/env_{slot:03d}",
                                        "author": author,
                                        "solver": solver,
                                        "domain": DOMAINS[slot % len(DOMAINS)],
                                        "seed": seed,
                                        "condition": condition,
                                        "trial": trial,
                                        "status": found,
                                    }
                                )
    return attempts_frame(rows)


def played_week(contestants: pl.DataFrame, attempts: pl.DataFrame, week: date = WEEK) -> PlayedWeek:
    """A week as the rankings see it, its duels decided."""
    return PlayedWeek(week, contestants, attempts, duel_results(week, contestants, attempts, seed=1))


@st.composite
def weeks(draw: st.DrawFn) -> tuple[list[str], pl.DataFrame]:
    """A week with faults and holes: names of the contestants and attempts."""
    names = [f"player_{letter}" for letter in "abcd"[: draw(st.integers(1, 4))]]
    slots, seeds, trials = draw(st.integers(0, 4)), draw(st.integers(1, 3)), draw(st.integers(1, 2))
    wins, faults, holes = draw(st.floats(0, 1)), draw(st.sampled_from([0, 0.1])), draw(st.sampled_from([0, 0.1]))
    chance = random.Random(draw(st.integers(0, 2**32)))

    def status(*_: object) -> str | None:
        if chance.random() < holes:
            return None
        if chance.random() < faults:
            return "incomplete"
        return "success" if chance.random() < wins else "failure"

    return names, full_week(names, slots, seeds, status, trials)
