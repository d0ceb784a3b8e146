"""The command line: `duels`. Each command is a thin wrapper; a faulty input is one clear line and exit status 2."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console

from assets.errors import DuelsError, OperatorError
from assets.foreign_text import harmless
from assets.season import Season
from assets.weeks import parse_week, running_week
from orchestration.interruptible import interruptible
from orchestration.resources.home import Home
from orchestration.resources.seasons import find_season

app = typer.Typer(
    help="Language models duel by writing environments for each other: play the tournament, read its results.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
console = Console()

Week = Annotated[str | None, typer.Option(help="A Monday as YYYY-MM-DD.", show_default="the running week")]
SeasonName = Annotated[
    str | None, typer.Option(help="A season's name or file.", show_default="$DUELS_SEASON, else house")
]


@app.command()
def tournament(
    week: Week = None,
    season: SeasonName = None,
    last: Annotated[int, typer.Option(help="Play so many weeks, that week the last of them.")] = 1,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Play nothing: say how many calls and tokens it takes, and what they cost."),
    ] = False,
) -> None:
    """Play a week's tournament; a run that was cut off goes on where it stopped."""
    from orchestration.leaderboard import draw_board, read_board
    from orchestration.play import weeks_until
    from orchestration.resources.roster import require_ready
    from orchestration.resources.sandbox.choice import chosen as chosen_sandbox
    from orchestration.resources.sandbox.choice import open_sandbox

    with clear_errors():
        weeks = weeks_until(parse_week(week) if week else running_week(), last)
        home = Home.from_environment()
        chosen = find_season(season)
        if dry_run:
            _estimate(home, chosen.at(weeks[-1]), len(weeks))
            return
        require_ready(chosen)
        home.claim(chosen)
        for number, monday in enumerate(weeks, 1):
            which = f"week {monday}" + (f" ({number} of {last})" if last > 1 else "")
            console.print(f"Season {chosen.name}, {which}, in {home.root}", markup=False, highlight=False)
            with (
                console.status("Preparing the sandbox; the first time on a machine it is built, for half a minute"),
                closing(open_sandbox(chosen_sandbox(chosen.sandbox))) as sandbox,
            ):
                sandbox.prepare()
            _play(home, chosen, monday)
        _name_missing(home, weeks)
        board = "canonical_solve"
        console.print(draw_board(read_board(home.snapshot, weeks[-1], board), board, weeks[-1]))
        # Not wrapped, so that it can be copied.
        console.print(f"Report: {home.reports / f'{weeks[-1]}.html'}", markup=False, highlight=False, soft_wrap=True)
        console.print(f"More: {sys.argv[0]} leaderboard --board solver · make sql · make ui", highlight=False)


def _estimate(home: Home, season: Season, weeks: int) -> None:
    """Say what the weeks would take and cost."""
    from orchestration.estimate import estimate_week
    from orchestration.estimate_report import report
    from orchestration.resources.prices import price_of
    from orchestration.usage import read_played_usage

    with console.status("Reading prices"):
        estimate = estimate_week(season, read_played_usage(home.snapshot, season), price_of)
    for part in report(estimate, season, weeks):
        console.print(part, highlight=False)


def _name_missing(home: Home, weeks: list[date]) -> None:
    """Say whose work is incomplete and why; the next run goes on with it."""
    from orchestration.missing import missing_in

    missing = [gap for week in weeks for gap in missing_in(home.snapshot, week)]
    for gap in missing:
        _say(str(gap))
    if missing:
        _say("none of that is scored; mend the cause and run the same command again to play it")


def _play(home: Home, season: Season, week: date) -> None:
    """Play a week, or say why it could not be played and leave with the exit status that goes with it."""
    from orchestration.leaderboard import count_admitted
    from orchestration.play import play_week
    from orchestration.watching import TerminalProgress

    # What an interrupted run leaves of its steps' processes is cleared away without a word.
    os.environ["PYTHONWARNINGS"] = ",".join(filter(None, (os.environ.get("PYTHONWARNINGS"), "ignore:resource_tracker")))
    try:
        with TerminalProgress(console) as progress:
            problems = interruptible(lambda: play_week(home, season, week, progress))
    except KeyboardInterrupt:
        _say("interrupted; what is finished is kept: run the same command again to go on")
        # Not sys.exit, which would wait for the work.
        os._exit(130)
    for problem in problems:
        _say(problem.text)
    if problems:
        _say("what was finished is kept: mend the cause and run the same command again")
        raise typer.Exit(2 if all(problem.is_operators for problem in problems) else 1)
    if not count_admitted(home.snapshot, week):
        _say("no environment was admitted, so nobody played: see why in duels.hint_validations (make sql)")


@app.command()
def leaderboard(
    week: Annotated[str | None, typer.Option(help="A Monday.", show_default="the last one played")] = None,
    board: Annotated[str, typer.Option(help="Which score.")] = "canonical_solve",
    scope: Annotated[str, typer.Option(help="`week`, or `season`: all weeks up to it.")] = "week",
) -> None:
    """Show a board of a week, or of the season so far."""
    from orchestration.leaderboard import draw_board, latest_week, read_board

    with clear_errors():
        snapshot = Home.from_environment().snapshot
        monday = parse_week(week) if week else latest_week(snapshot)
        console.print(draw_board(read_board(snapshot, monday, board, scope), board, monday, scope))


@app.command()
def replay(
    attempt_id: Annotated[str, typer.Argument(help="An attempt's id, or a unique beginning of it.")],
    pair: Annotated[bool, typer.Option("--pair", help="Show it beside the attempt under the other condition.")] = False,
) -> None:
    """Show an attempt's transcript."""
    from orchestration.replay import draw_attempt, draw_pair, read_attempt, read_pair

    with clear_errors():
        snapshot = Home.from_environment().snapshot
        parts = (
            draw_pair(read_pair(snapshot, attempt_id), console.width)
            if pair
            else draw_attempt(read_attempt(snapshot, attempt_id))
        )
        for part in parts:
            console.print(part, highlight=False)


@app.command()
def power(
    margin: Annotated[float | None, typer.Option(help="Find a duel's margin of this size.")] = None,
    hint_gain: Annotated[float | None, typer.Option(help="Find a hint gain of this size.")] = None,
    width: Annotated[float | None, typer.Option(help="Have 95 % intervals at most this wide.")] = None,
    power: Annotated[float, typer.Option(help="How surely to find an effect.")] = 0.8,
    week: Annotated[str | None, typer.Option(help="A Monday, to model.", show_default="the last one played")] = None,
    environments: Annotated[str, typer.Option(help="Numbers of environments to try.")] = "3,5,10,20,40",
    seeds: Annotated[str, typer.Option(help="Numbers of seeds to try.")] = "1,2,4,8,16",
) -> None:
    """Say how many environments and seeds find an effect, or give an interval of some width."""
    from orchestration.power import ask, parse_counts, read_model
    from orchestration.power_report import answer

    with clear_errors():
        sizes = parse_counts("environments", environments, 2, 100), parse_counts("seeds", seeds, 1, 64)
        model = read_model(Home.from_environment().snapshot, parse_week(week) if week else None)
        questions = ask(model.world, margin, hint_gain, width, power)
        console.print(model.source, markup=False, highlight=False)
        for question in questions:
            for part in answer(question, *sizes):
                console.print(part, highlight=False)


@app.command()
def doctor(season: SeasonName = None) -> None:
    """Say what works here, what is missing, and how to mend it."""
    from orchestration.doctor import draw_findings, examine

    findings = examine(season)
    console.print(draw_findings(findings))
    if any(finding.works is False for finding in findings):
        raise typer.Exit(1)


@app.command()
def sql(
    query: Annotated[
        str | None, typer.Argument(help="One query; `-` reads it from standard input. Without it the shell opens.")
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--format", help="table, csv, json or parquet.", show_default="as FILE is called, else table"),
    ] = None,
    output: Annotated[Path | None, typer.Option(metavar="FILE", help="Write to a file, whole or not at all.")] = None,
) -> None:
    """Ask the published results in SQL, or open them in DuckDB's shell, read-only."""
    from orchestration.sql import answer

    with clear_errors():
        home = Home.from_environment()
        if query is not None:
            # As the shell hands over arguments: what is no UTF-8 is refused with the query, whatever the locale.
            typed = sys.stdin.buffer.read().decode("utf-8", "surrogateescape") if query == "-" else query
            try:
                answer(home, typed, form, output)
            except KeyboardInterrupt:
                # Not sys.exit, which would wait for the query.
                os._exit(130)
            return
        if form or output:
            raise OperatorError('--format and --output belong to a query: duels sql "SELECT …"')
        if not home.snapshot.path.exists():
            raise OperatorError(f"{home.snapshot.path} does not exist yet; play a week first: duels tournament")
        _become(_beside_python("duckdb"), "-readonly", str(home.snapshot.path))


@app.command()
def ui(port: Annotated[int, typer.Option(help="Port on 127.0.0.1.")] = 3000, season: SeasonName = None) -> None:
    """Open Dagster's web UI and daemon on 127.0.0.1."""
    from orchestration.instance import environment

    with clear_errors():
        home = Home.from_environment()
        home.claim(find_season(season))
        os.environ.update(environment(home))
        if season:
            os.environ["DUELS_SEASON"] = season
        _become(_beside_python("dagster"), "dev", "-m", "orchestration.definitions", "-h", "127.0.0.1", "-p", str(port))


@app.command("serve-house")
def serve_house(
    season: Annotated[str, typer.Option(help="A season's name or file; its house players are served.")] = "house",
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1; 0 for any free one.")] = 8000,
    fault: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND=RATE[@MODEL]", help="Inject a fault at that rate; an unknown KIND names all kinds."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the draws: the same requests meet the same faults.")] = 0,
    hang_after: Annotated[int | None, typer.Option(min=0, help="Let every request after so many hang.")] = None,
    retry_after: Annotated[float, typer.Option(min=0, help="Seconds that `rate_limited` asks to wait.")] = 1,
    latency_ms: Annotated[float, typer.Option(min=0, help="Wait before each answer.")] = 0,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Append a line of JSON for each request.")] = None,
    key_env: Annotated[
        str | None, typer.Option(metavar="NAME", help="The variable with the key that clients must send.")
    ] = None,
) -> None:
    """Serve the house players as models, OpenAI-compatible, on 127.0.0.1, with faults where you ask for them."""
    from orchestration.house_server.faults import FaultPlan, parse_faults
    from orchestration.house_server.introduction import introduce
    from orchestration.house_server.key import read_key
    from orchestration.house_server.server import HouseServer
    from orchestration.house_server.serving import listen, serve, url_of

    with clear_errors():
        chosen = find_season(season)
        faults = parse_faults(fault or [], [entry.name for entry in chosen.contestants])
        plan = FaultPlan(faults, seed, hang_after, retry_after)
        server = HouseServer(chosen, plan, key=read_key(key_env), latency_s=latency_ms / 1000, log_path=log)
        with listen(port) as listening:
            introduction = introduce(server.models, url_of(listening), key_env)
            console.print(introduction, markup=False, highlight=False, soft_wrap=True)
            serve(server, listening)


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn an error of ours into one line on stderr: exit status 2 for the operator's, 1 for anybody else's."""
    try:
        yield
    except DuelsError as error:
        _say(str(error))
        raise typer.Exit(2 if isinstance(error, OperatorError) else 1) from None


def _say(text: str) -> None:
    """One line on stderr. It may quote foreign text."""
    print(f"duels: {harmless(' '.join(text.split()))}", file=sys.stderr, flush=True)


def _beside_python(program: str) -> str:
    """A program of our own virtual environment, which need not be on the PATH."""
    return str(Path(sys.executable).parent / program)


def _become(*command: str) -> NoReturn:
    os.execv(command[0], command)  # noqa: S606 - a program of ours by its full path; a shell would only add quoting.


def main() -> None:
    """Entry point of the `duels` command."""
    try:
        app()
    except OSError:
        problem = _drop_unwritable()
        if problem is None:
            raise
        _say(f"standard output can't be written ({problem})")
        sys.exit(2)
    finally:
        _drop_unwritable()


def _drop_unwritable() -> str | None:
    """Why standard output can't be written, where it can't; what waits there is dropped, or the exit would fail."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return error.strerror or str(error)
    return None
