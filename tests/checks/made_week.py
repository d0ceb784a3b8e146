"""A small valid week, every table of it, as the steps themselves would leave it; it is the season's second.

What looks at a season's weeks together has some more before it, made up.
"""

import random
from dataclasses import asdict
from datetime import date, timedelta

import polars as pl

from assets.admitted import played_designs, played_environments
from assets.authored_environments.slots import slots
from assets.bill import Bill
from assets.contestants.entries import contestant_rows
from assets.design_convergence.convergence import design_convergence
from assets.design_convergence.designs import environment_designs
from assets.dossier_effects.effects import dossier_effects
from assets.environment_probes.probing import planned_probes
from assets.environment_seeds import benchmark_seeds, used_seeds
from assets.pairwise_outcomes.cells import pairwise_cells
from assets.pairwise_outcomes.duels import duel_results
from assets.ports import PlayedWeek
from assets.rankings.boards import rankings_of
from assets.rankings.correlations import correlations
from assets.season import Season
from assets.season_trends.trends import season_trends
from assets.seeds import sha256
from assets.solve_attempts.plan import plan
from assets.tables import (
    AUTHORED_ENVIRONMENTS,
    CHECKS,
    CONTESTANTS,
    DOSSIER_OUTCOMES,
    DOSSIERS,
    ENVIRONMENT_PROBES,
    GATING_CHECKS,
    HINT_VALIDATIONS,
    SOLVE_ATTEMPTS,
)
from assets.training_curriculum.selection import curriculum
from assets.training_curriculum.splits import split_environments
from assets.training_curriculum.training_seeds import training_seeds
from assets.weeks import FIRST_WEEK

LAST_WEEK, WEEK = FIRST_WEEK, FIRST_WEEK + timedelta(weeks=1)
SKILLS = {"solving": 0.5}
SEASON = Season.model_validate(
    {
        "name": "tiny",
        "seed": "a secret",
        "contestants": [
            {"name": "ada", "model": "house/player", "skills": SKILLS},
            {"name": "bob", "model": "house/player", "skills": SKILLS},
            {"name": "cyd", "model": "house/player", "skills": SKILLS, "roles": ["solver"]},
        ],
        "domains": ["optimization", "logical deduction"],
        "environments_per_author": 5,
        "benchmark_seeds": 2,
        "training_seeds": 3,
        "dossier": "own",
    }
)
REJECTED, UNREADABLE, INCOMPLETE = (f"{WEEK}/{name}" for name in ("ada/env_004", "bob/env_004", "bob/env_005"))
PROBED, KEPT = f"{WEEK}/bob/env_001", f"{WEEK}/bob/env_001/harden_01"

BILL = asdict(Bill(1, 1, cost_usd=0.5, prices="season"))
FREE = asdict(Bill())

type Frames = dict[str, pl.DataFrame]
type Row = dict[str, object]


def valid_week(season: Season = SEASON, week: date = WEEK) -> Frames:
    """The rows of every table. Of ten environments one is rejected, one unreadable, one was never answered for, and one
    was probed and left as it is."""
    played = played_week(season, week)
    environments = played_environments(played["authored_environments"], played["hint_validations"])
    ids = [environment.environment_id for environment in environments]
    splits = split_environments(environments, season.seed, lambda one, other: False)
    seeds = {name: training_seeds(season, name, used_seeds(season, name)) for name in ids}
    before = played_week(season, LAST_WEEK)
    weeks = [_for_rankings(LAST_WEEK, before), _for_rankings(week, played)]
    rankings = rankings_of(weeks, seed=1)
    designs = pl.concat([designs_of(before), designs_of(played)])
    return {
        **played,
        "rankings": rankings,
        "board_correlations": correlations(weeks, seed=1),
        "season_trends": season_trends(week, pl.concat([rankings, *_rankings_before(rankings)])),
        "dossier_effects": dossier_effects(week, *_dossiers_before(season, week), seed=1),
        "training_curriculum": curriculum(week, played["solve_attempts"], splits, seeds),
        "environment_designs": environment_designs(week, designs, played["hint_validations"]),
        "design_convergence": design_convergence(week, season.authors, designs, seed=1),
    }


def _rankings_before(rankings: pl.DataFrame) -> list[pl.DataFrame]:
    """Those of three weeks in a row: on each board ada rises, and the others waver."""
    rises = pl.when(pl.col("contestant") == "ada").then(pl.lit(0.1)).otherwise(0.0)
    return [
        rankings.with_columns(pl.col("week").dt.offset_by(f"-{ago}w"), value=pl.col("value") - ago * rises + waver)
        for ago, waver in ((1, 0.004), (2, -0.007), (3, 0.002))
    ]


def _dossiers_before(season: Season, week: date) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Outcomes and dossiers of four weeks in which authors take turns; nothing was admitted but by the first."""
    chance = random.Random(week.toordinal())
    rows = [
        {
            "week": week - timedelta(weeks=ago),
            "author": author,
            "dossier": "own" if (ago + place) % 2 and ago < 3 else "none",
            "outcome": outcome,
            "value": chance.random(),
        }
        for place, author in enumerate(season.authors)
        for ago in range(4)
        for outcome in DOSSIER_OUTCOMES[: 4 if place == 0 else 3]
    ]
    told = pl.DataFrame(rows)
    return told.drop("dossier"), told.select("week", "author", "dossier").unique()


def played_week(season: Season, week: date) -> Frames:
    """The tables up to the duels."""
    contestants = CONTESTANTS.frame(contestant_rows(season, week))
    dossiers = DOSSIERS.frame([_dossier(week, author) for author in season.authors])
    authored = AUTHORED_ENVIRONMENTS.frame(
        [
            _environment(week, slot.environment_id, author, slot.name, slot.domain)
            for author in season.authors
            for slot in slots(season, week, author)
        ]
        + [_environment(week, KEPT, "bob", "env_001", "optimization")] * (week == WEEK)
    )
    validations = HINT_VALIDATIONS.frame(
        [
            _finding(season, week, environment_id, author, check)
            for environment_id, author in authored.select("environment_id", "author").iter_rows()
            for check in CHECKS
        ]
    )
    chance = random.Random(week.toordinal())
    attempts = SOLVE_ATTEMPTS.frame(
        [
            {**attempt.row(week), **_outcome(chance.random() < (0.8 if attempt.hint else 0.3))}
            for solver in season.solvers
            for attempt in plan(season, solver, played_environments(authored, validations))
        ]
    )
    probes = [{**attempt.row(week), **_outcome(won=bool(attempt.hint))} for attempt in planned_probes(season, authored)]
    return {
        "contestants": contestants,
        "dossiers": dossiers,
        "authored_environments": authored,
        "environment_probes": ENVIRONMENT_PROBES.frame(probes),
        "hint_validations": validations,
        "solve_attempts": attempts,
        "pairwise_outcomes": pairwise_cells(week, contestants, attempts),
        "duel_results": duel_results(week, contestants, attempts, seed=1),
    }


def designs_of(played: Frames) -> pl.DataFrame:
    """The admitted environments of a week."""
    return played_designs(played["authored_environments"], played["hint_validations"])


def _for_rankings(week: date, played: Frames) -> PlayedWeek:
    return PlayedWeek(week, played["contestants"], played["solve_attempts"], played["duel_results"])


def _dossier(week: date, author: str) -> Row:
    """Nothing in the season's first week."""
    text = None if week == FIRST_WEEK else f"How the environments of {author} fared."
    return {
        "week": week,
        "author": author,
        "dossier": "own" if text else "none",
        "weeks": (week - FIRST_WEEK).days // 7,
        "text": text,
        "text_sha256": sha256(text) if text else None,
        "bytes": len(text) if text else 0,
    }


def _environment(week: date, environment_id: str, author: str, slot: str, domain: str) -> Row:
    status = {UNREADABLE: "unreadable", INCOMPLETE: "incomplete", KEPT: "kept"}.get(environment_id, "written")
    operator = "+-*/%"[int(slot[-1]) - 1]
    code = f"class Task:\n    value = 1 {operator} 2 {operator} len('{author}')\n"
    source, hint = f"{code}  # {environment_id}" + "\n" * 1000, f"A hint for {environment_id}."
    texts: Row = {
        "title": "Task",
        "class_name": "Task",
        "source": source,
        "source_sha256": sha256(source),
        "hint": hint,
        "hint_sha256": sha256(hint),
    }
    draft = {
        "draft": 1,
        "prompt_sha256": sha256(""),
        "completion": source,
        "findings": ["parses: no block"] if status == "unreadable" else [],
        "finish_reason": "stop",
        **BILL,
    }
    return {
        "week": week,
        "environment_id": environment_id,
        "author": author,
        "slot": slot,
        "version": int(environment_id == KEPT),
        "domain": domain,
        "status": status,
        **(texts if status == "written" else dict.fromkeys(texts)),
        "max_turns": 5,
        "tries": 1,
        **BILL,
        "error": None if status == "written" else "no answer",
        "prompt": "Write one environment and one hint.",
        "prompt_sha256": sha256(""),
        "drafts": [] if status == "incomplete" else [draft],
    }


def _finding(season: Season, week: date, environment_id: str, author: str, check: str) -> Row:
    passed: bool | None = True
    if environment_id == UNREADABLE:
        passed = False if check == "parses" else None
    if environment_id in (INCOMPLETE, KEPT):
        passed = None
    if environment_id == REJECTED and check == "novel":
        passed = False
    seeds = benchmark_seeds(season, environment_id)
    return {
        "week": week,
        "environment_id": environment_id,
        "author": author,
        "check_name": check,
        "gating": check in GATING_CHECKS,
        "passed": passed,
        "detail": "as found",
        "seconds": 0.1,
        **(BILL if check == "hint_probe" else FREE),
        "certificates": [{"seed": seed, "actions": ["1", "2"]} for seed in seeds]
        if check == "winnable" and passed
        else None,
    }


def _outcome(won: bool) -> Row:
    turn = {
        "turn": 1,
        "observation": "Say 1.",
        "completion": "\\boxed{1}",
        "action": "1",
        "reward": float(won),
        "terminated": True,
        "truncated": False,
        "format_error": False,
        "finish_reason": "stop",
        **{name: value for name, value in BILL.items() if name != "prices"},
    }
    return {
        "status": "success" if won else "failure",
        "stop_reason": "terminated",
        "success": won,
        "turns": 1,
        "reward": float(won),
        **BILL,
        "seconds": 0.1,
        "error": None,
        "final_observation": "Right.",
        "transcript": [turn],
    }
