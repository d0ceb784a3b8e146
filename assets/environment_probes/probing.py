"""Probing: the author and the panel play an environment on seeds that no score rests on, in both conditions."""

from collections.abc import Callable, Iterable
from datetime import date

from assets.admitted import Environment
from assets.concurrently import run_all
from assets.environment_seeds import hardening_seeds
from assets.journal import Journals, OnProgress
from assets.ports import Roster, Sandbox
from assets.season import Season
from assets.solve_attempts.plan import Attempt, matched_pair
from assets.solve_attempts.tournament import play_all
from assets.tables import ENVIRONMENT_PROBES

STEP = ENVIRONMENT_PROBES.name


def probe_plan(season: Season, environment: Environment) -> list[Attempt]:
    """The attempts of an environment's probers, matched pairs side by side.

    Args:
        season: as it is in the week.
    """
    return [
        attempt
        for prober in season.probers(environment.author)
        for seed in hardening_seeds(season, environment.environment_id)
        for attempt in matched_pair(season, prober, environment, seed)
    ]


async def play_probes(
    week: date,
    environments: Iterable[Environment],
    season: Season,
    roster: Roster,
    sandbox: Sandbox,
    journals: Journals,
    on_progress: Callable[[str], OnProgress],
) -> None:
    """Let the probers play; afterwards each one's journal holds a record of each of its attempts.

    Args:
        on_progress: for a prober, what is told how far it has come.
    """
    by_prober: dict[str, list[Attempt]] = {}
    for environment in environments:
        for attempt in probe_plan(season, environment):
            by_prober.setdefault(attempt.solver, []).append(attempt)

    async def probe(prober: str, attempts: list[Attempt]) -> None:
        journal = journals.open(week, STEP, prober)
        with journal.held():
            async with roster.open(prober, week) as contestant:
                await play_all(attempts, contestant, sandbox, journal, season, on_progress(prober))

    await run_all(probe(prober, attempts) for prober, attempts in by_prober.items())
