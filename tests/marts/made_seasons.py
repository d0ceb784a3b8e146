"""Seasons made up for the marts' tests: what the steps leave of weeks that went well, badly, or not at all."""

from collections.abc import Callable
from datetime import date, timedelta

import polars as pl
from checks.made_week import SEASON, SKILLS, Frames, designs_of, played_week, valid_week

from assets.admitted import no_designs
from assets.design_convergence.convergence import design_convergence
from assets.design_convergence.designs import environment_designs
from assets.dossier_effects.effects import dossier_effects
from assets.dossier_effects.outcomes import weekly_outcomes
from assets.pairwise_outcomes.cells import pairwise_cells
from assets.pairwise_outcomes.duels import duel_results
from assets.ports import PlayedWeek
from assets.rankings.boards import rankings_of
from assets.rankings.correlations import correlations
from assets.season import Season
from assets.season_trends.trends import season_trends
from assets.tables import AUTHORED_ENVIRONMENTS, HINT_VALIDATIONS, SOLVE_ATTEMPTS, TRAINING_CURRICULUM
from assets.weeks import FIRST_WEEK

WEEKS = [FIRST_WEEK + timedelta(weeks=number) for number in range(4)]
UNPRICED_WEEK, FAULTY_WEEK = WEEKS[1], WEEKS[2]
WITHDRAWN = f"{FAULTY_WEEK}/bob/env_002"

type Scenario = Callable[[], dict[date, Frames]]
"""The frames of every week that is stored."""


def one_week() -> dict[date, Frames]:
    """A valid week. Of ten environments one is rejected, one unreadable and one was never answered for."""
    frames = valid_week()
    return {frames["contestants"]["week"][0]: frames}


def four_weeks() -> dict[date, Frames]:
    """Two trials a seed. Dan leaves after two weeks, an attempt of the second has no price, the third has faults."""
    everybody = _season("ada", "bob", "dan", trials=2)
    without_dan = _season("ada", "bob", trials=2)
    seasons = dict(zip(WEEKS, (everybody, everybody, without_dan, without_dan), strict=True))
    return _ranked({week: _changed(season, week, attempts=_faulty) for week, season in seasons.items()})


def nothing() -> dict[date, Frames]:
    """A warehouse in which no week was played."""
    return {}


def nobody_admitted() -> dict[date, Frames]:
    """A week whose environments are all copies of older ones."""
    week = WEEKS[0]
    frames = _changed(SEASON, week, validations=_rejected, attempts=lambda frame: frame.clear())
    return _ranked({week: frames})


SCENARIOS: dict[str, Scenario] = {
    scenario.__name__: scenario for scenario in (one_week, four_weeks, nothing, nobody_admitted)
}


def _season(*authors: str, trials: int) -> Season:
    """Authors that solve, and Cyd, who only solves."""
    entries = [{"name": name, "model": "house/player", "skills": SKILLS} for name in authors]
    entries += [{"name": "cyd", "model": "provider/cyd-1", "roles": ["solver"]}]
    return Season.model_validate(SEASON.model_dump() | {"contestants": entries, "trials": trials})


def _changed(
    season: Season,
    week: date,
    *,
    attempts: Callable[[pl.DataFrame], pl.DataFrame],
    validations: Callable[[pl.DataFrame], pl.DataFrame] = lambda frame: frame,
) -> Frames:
    """A week whose attempts and validations went otherwise, up to its duels."""
    played = played_week(season, week)
    solved = SOLVE_ATTEMPTS.frame(attempts(played["solve_attempts"]).to_dicts())
    return {
        "contestants": played["contestants"],
        "dossiers": played["dossiers"],
        "authored_environments": AUTHORED_ENVIRONMENTS.frame(_priced(played["authored_environments"]).to_dicts()),
        "hint_validations": HINT_VALIDATIONS.frame(validations(played["hint_validations"]).to_dicts()),
        "solve_attempts": solved,
        "pairwise_outcomes": pairwise_cells(week, played["contestants"], solved),
        "duel_results": duel_results(week, played["contestants"], solved, seed=1),
    }


def _ranked(weeks: dict[date, Frames]) -> dict[date, Frames]:
    """The weeks with their boards, each over the season up to it."""
    so_far: list[PlayedWeek] = []
    designs = no_designs()
    for week, frames in weeks.items():
        so_far.append(PlayedWeek(week, frames["contestants"], frames["solve_attempts"], frames["duel_results"]))
        frames["rankings"] = rankings_of(so_far, seed=1)
        frames["board_correlations"] = correlations(so_far, seed=1)
        frames["season_trends"] = season_trends(week, _until(weeks, week, "rankings"))
        shown = _until(weeks, week, "dossiers")
        frames["dossier_effects"] = dossier_effects(week, _outcomes(weeks, week), shown, seed=1)
        authors = frames["authored_environments"].get_column("author").unique().to_list()
        designs = pl.concat([designs, designs_of(frames)])
        frames["environment_designs"] = environment_designs(week, designs, frames["hint_validations"])
        frames["design_convergence"] = design_convergence(week, authors, designs, seed=1)
        frames["training_curriculum"] = TRAINING_CURRICULUM.frame([])
    return weeks


def _outcomes(weeks: dict[date, Frames], week: date) -> pl.DataFrame:
    """What the authors' environments of the weeks up to one came to."""
    read = ("contestants", "hint_validations", "solve_attempts")
    return pl.concat(
        weekly_outcomes(each, *(frames[table] for table in read)) for each, frames in weeks.items() if each <= week
    )


def _until(weeks: dict[date, Frames], week: date, table: str) -> pl.DataFrame:
    return pl.concat(frames[table] for each, frames in weeks.items() if each <= week)


def _priced(authored: pl.DataFrame) -> pl.DataFrame:
    """Drafts that cost a quarter of a dollar each."""
    return authored.with_columns(tries=pl.lit(2, pl.Int32), cost_usd=pl.lit(0.5))


def _rejected(validations: pl.DataFrame) -> pl.DataFrame:
    passed = pl.when(pl.col("check_name") == "novel").then(pl.lit(False)).otherwise("passed")
    return validations.with_columns(passed=passed)


def _faulty(attempts: pl.DataFrame) -> pl.DataFrame:
    """Attempts with prices; in their weeks, one without and some that broke off."""
    unpriced = (pl.col("week") == UNPRICED_WEEK) & (pl.col("solver") == "bob")
    frame = attempts.with_columns(
        tokens_in=pl.lit(100, pl.Int64),
        tokens_out=pl.lit(7, pl.Int64),
        cost_usd=pl.when(~_first(unpriced)).then(pl.lit(0.01)),
        faults_cost_usd=pl.when(~_first(unpriced)).then(pl.lit(0.003)),
    )
    withdrawn = pl.col("environment_id") == WITHDRAWN
    faulty = (pl.col("week") == FAULTY_WEEK) & ~withdrawn
    faults = {
        "environment_error": withdrawn & (pl.col("solver") == "ada"),
        "provider_error": faulty & (pl.col("solver") == "cyd"),
        "sandbox_error": faulty & (pl.col("solver") == "bob"),
    }
    for reason, where in faults.items():
        broken = {
            "status": "incomplete",
            "stop_reason": reason,
            "success": None,
            "reward": None,
            "error": "broke off",
            "final_observation": None,
        }
        frame = frame.with_columns(
            pl.when(_first(where)).then(pl.lit(value, frame.schema[name])).otherwise(name).alias(name)
            for name, value in broken.items()
        )
    return frame


def _first(where: pl.Expr) -> pl.Expr:
    """The first row that is picked."""
    return where & (where.cum_sum() == 1)
