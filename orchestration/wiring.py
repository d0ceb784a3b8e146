"""The wiring: every asset, check, job, schedule, sensor and resource, bound for one season in one home."""

import dagster as dg

from assets.authored_environments.asset import authored_environments
from assets.catalog import STEP_IO, WAREHOUSE_IO
from assets.contestants.asset import contestants
from assets.design_convergence.asset import design_convergence, environment_designs
from assets.dossier_effects.asset import dossier_effects
from assets.dossiers.asset import dossiers
from assets.environment_probes.asset import environment_probes
from assets.hint_validations.asset import hint_validations
from assets.journal import Journals
from assets.pairwise_outcomes.asset import duel_results, pairwise_outcomes
from assets.ports import Progress
from assets.rankings.asset import board_correlations, rankings
from assets.season import Season
from assets.season_trends.asset import season_trends
from assets.solve_attempts.asset import solve_attempts
from assets.tournament_report.asset import tournament_report
from assets.training_curriculum.asset import training_curriculum, training_exports
from assets.week_results import WEEK_RESULTS
from orchestration.checks import ALL_CHECKS
from orchestration.dbt.client import dbt_client
from orchestration.dbt.marts import marts
from orchestration.documentation import documented
from orchestration.executor import season_executor
from orchestration.jobs import weekly_tournament
from orchestration.resources.home import Home
from orchestration.resources.roster import SeasonRoster
from orchestration.resources.sandbox.shared import shared_sandbox
from orchestration.resources.warehouse import WarehouseHistory, WarehouseMarts
from orchestration.resources.warehouse.io_manager import warehouse_io_manager
from orchestration.schedules import every_monday
from orchestration.sensors import failed_run_summary

ASSETS = [
    contestants,
    dossiers,
    authored_environments,
    environment_probes,
    hint_validations,
    solve_attempts,
    pairwise_outcomes,
    duel_results,
    rankings,
    board_correlations,
    season_trends,
    dossier_effects,
    training_curriculum,
    training_exports,
    environment_designs,
    design_convergence,
    tournament_report,
]


def build_definitions(home: Home, season: Season, progress: Progress) -> dg.Definitions:
    """The definitions of a season in a home that it has claimed."""
    warehouse = home.warehouse(season)
    return dg.Definitions(
        assets=[*map(documented, ASSETS), WEEK_RESULTS, marts()],
        asset_checks=ALL_CHECKS,
        jobs=[weekly_tournament],
        schedules=[every_monday],
        sensors=[failed_run_summary],
        executor=season_executor(season, warehouse, home.snapshot.path),
        resources={
            "season": season,
            "home": home,
            "roster": SeasonRoster(season, Journals(home.journal)),
            "sandbox": shared_sandbox(season.sandbox),
            "journals": Journals(home.journal),
            "exports": home.exports,
            "reports": home.reports,
            "marts": WarehouseMarts(warehouse),
            "progress": progress,
            "warehouse": warehouse,
            "history": WarehouseHistory(warehouse),
            "dbt": dbt_client(home.root),
            WAREHOUSE_IO: warehouse_io_manager,
            STEP_IO: dg.FilesystemIOManager(base_dir=str(home.dagster / "steps")),
        },
    )
