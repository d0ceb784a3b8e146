"""A solver's attempts, many in flight at once, each journalled the moment it ends; and those of several solvers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date

from assets.concurrently import run_all
from assets.errors import OperatorError
from assets.journal import Journal, Journals, OnProgress, Record
from assets.ports import Contestant, Roster, Sandbox
from assets.season import Season
from assets.solve_attempts.episode import OUTCOME_FIELDS, is_finished, play
from assets.solve_attempts.plan import Attempt, by_solver


async def play_all(
    attempts: Sequence[Attempt],
    contestant: Contestant,
    sandbox: Sandbox,
    journal: Journal,
    season: Season,
    on_progress: OnProgress,
) -> None:
    """Play the attempts that the journal does not hold finished; afterwards it holds a record for each.

    At most `season.in_flight` run at once. An attempt is journalled, on disk, before it counts as done.
    """
    missing = [attempt for attempt in attempts if not _stands(journal.get(attempt.attempt_id))]
    done = len(attempts) - len(missing)
    on_progress(done, len(attempts))
    queue = iter(missing)
    at_once = season.in_flight(missing[0].solver) if missing else 0

    async def worker() -> None:
        nonlocal done
        for attempt in queue:
            max_tokens = season.entry(attempt.solver).sampling.max_tokens
            outcome = await play(attempt, contestant, sandbox, season_seed=season.seed, max_tokens=max_tokens)
            journal.append(attempt.attempt_id, outcome.as_record())
            done += 1
            on_progress(done, len(attempts))

    await run_all(worker() for _ in range(min(at_once, len(missing))))


async def play_side_by_side(
    week: date,
    step: str,
    attempts: Iterable[Attempt],
    season: Season,
    roster: Roster,
    sandbox: Sandbox,
    journals: Journals,
    on_progress: Callable[[str], OnProgress],
) -> None:
    """Let every solver play its own of the attempts; afterwards its journal of the step holds a record for each.

    Args:
        on_progress: for a solver, what is told how far it has come.
    """

    async def play_own(solver: str, own: Sequence[Attempt]) -> None:
        journal = journals.open(week, step, solver)
        with journal.held():
            async with roster.open(solver, week) as contestant:
                await play_all(own, contestant, sandbox, journal, season, on_progress(solver))

    await run_all(play_own(solver, own) for solver, own in by_solver(attempts).items())


def _stands(record: Record | None) -> bool:
    # One that lacks a field was written by no version of this program that we know; it is played again.
    return record is not None and record.keys() == OUTCOME_FIELDS and is_finished(record)


def attempt_rows(week: date, attempts: Sequence[Attempt], journal: Journal) -> Iterator[dict[str, object]]:
    """The rows of `solve_attempts` for attempts that the journal holds.

    Raises:
        OperatorError: the journal lacks an attempt: the step that plays it has not been run.
    """
    for attempt in attempts:
        record = journal.get(attempt.attempt_id)
        if record is None:
            raise OperatorError(
                f"journal {journal.path} lacks attempt {attempt.attempt_id} on {attempt.environment.environment_id}; "
                "materialize solve_attempts as a whole"
            )
        yield {**attempt.row(week), **record}
