"""Replay: an attempt's transcript as a person reads it, alone or beside the other one of its matched pair."""

from collections.abc import Iterator
from typing import Any

from rich import markup
from rich.console import Group
from rich.panel import Panel
from rich.table import Table

from assets.errors import OperatorError
from assets.foreign_text import harmless
from orchestration.resources.warehouse import Warehouse

WIDTH_OF_A_PAIR = 120
"""Columns that a terminal must have for two transcripts side by side."""

_ATTEMPTS = (
    "SELECT a.*, e.title, e.hint FROM duels.solve_attempts a "
    "JOIN duels.authored_environments e USING (week, environment_id) "
)
type Attempt = dict[str, Any]


def read_attempt(snapshot: Warehouse, attempt_id: str) -> Attempt:
    """One row of `solve_attempts` with the environment's title and hint; a unique beginning of the id is enough.

    Raises:
        OperatorError: no attempt, or more than one, begins so.
    """
    with snapshot.connect(read_only=True) as connection:
        found = connection.execute(
            f"{_ATTEMPTS} WHERE starts_with(a.attempt_id, ?) ORDER BY a.attempt_id LIMIT 2", [attempt_id]
        ).pl()
    if found.is_empty():
        raise OperatorError(f"no attempt begins with {attempt_id!r}; ids stand in duels.solve_attempts (duels sql)")
    if found.height > 1:
        raise OperatorError(f"several attempts begin with {attempt_id!r}; give more of the id")
    return found.row(0, named=True)


def read_pair(snapshot: Warehouse, attempt_id: str) -> tuple[Attempt, Attempt]:
    """The attempt without the hint and the one with it, of which the id names either; rows as `read_attempt`.

    Raises:
        OperatorError: as `read_attempt`, or the attempt has no counterpart.
    """
    named = read_attempt(snapshot, attempt_id)
    key = ("week", "environment_id", "solver", "seed", "trial")
    with snapshot.connect(read_only=True) as connection:
        found = connection.execute(
            f"{_ATTEMPTS} WHERE {' AND '.join(f'a.{column} = ?' for column in key)} ORDER BY a.condition DESC",
            [named[column] for column in key],
        ).pl()
    if found.height != 2:
        raise OperatorError(f"attempt {named['attempt_id']} is not one of a matched pair; replay it without --pair")
    return found.row(0, named=True), found.row(1, named=True)


def draw_pair(pair: tuple[Attempt, Attempt], width: int) -> Iterator[Table | Panel | str]:
    """Both attempts, without the hint first: side by side, or one after the other where the terminal is too narrow.

    Args:
        width: of the terminal, in columns.
    """
    if width < WIDTH_OF_A_PAIR:
        for attempt in pair:
            yield from draw_attempt(attempt)
            yield ""
        return
    columns = Table.grid(padding=(0, 1), expand=True)
    for _ in pair:
        columns.add_column(ratio=1)
    columns.add_row(*(Group(*draw_attempt(attempt)) for attempt in pair))
    yield columns


def draw_attempt(attempt: Attempt) -> Iterator[Panel | str]:
    """The attempt from its heading to its outcome."""
    yield (
        f"[bold]{_escape(attempt['title'] or attempt['environment_id'])}[/bold] · {attempt['environment_id']} · "
        f"seed {attempt['seed']}\n{attempt['solver']} plays {attempt['author']}'s environment "
        f"[bold]{attempt['condition'].replace('_', ' ')}[/bold]"
    )
    if attempt["condition"] == "with_hint":
        yield Panel(_escape(attempt["hint"]), title="hint", border_style="yellow", title_align="left")
    for turn in attempt["transcript"]:
        yield Panel(_escape(turn["observation"]), title=f"turn {turn['turn']}", border_style="dim", title_align="left")
        yield Panel(_escape(turn["completion"] or ""), title=attempt["solver"], border_style="blue", title_align="left")
        yield _played(turn)
    if attempt["final_observation"]:
        yield Panel(_escape(attempt["final_observation"]), title="the end", border_style="dim", title_align="left")
    yield _outcome(attempt)


def _escape(text: str) -> str:
    """A foreign text, shown as it stands: neither the terminal nor rich may take it for a command."""
    return markup.escape(harmless(text))


def _played(turn: dict[str, Any]) -> str:
    if turn["format_error"]:
        return "  [red]no action could be read: the turn is used up[/red]"
    return f"  → [bold]{_escape(turn['action'])}[/bold]  reward {turn['reward']:g}"


def _outcome(attempt: Attempt) -> str:
    colour = {"success": "green", "failure": "red"}.get(attempt["status"], "yellow")
    error = f" · {_escape(attempt['error'])}" if attempt["error"] else ""
    tokens = attempt["tokens_in"] + attempt["tokens_out"]
    cost = "no price known" if attempt["cost_usd"] is None else f"{attempt['cost_usd']:.4f} USD"
    return (
        f"[bold {colour}]{attempt['status']}[/bold {colour}] ({attempt['stop_reason'].replace('_', ' ')}) after "
        f"{attempt['turns']} turns · {tokens} tokens · {cost}{error}"
    )
