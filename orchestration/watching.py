"""Watching a tournament in a terminal: a bar a contestant, for the steps that take long."""

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

_LABELS = {
    "authored_environments": "writes",
    "environment_probes": "probes",
    "hardening": "hardens",
    "hint_validations": "validates",
    "solve_attempts": "plays",
}


class TerminalProgress:
    """Draws what steps report (`assets.ports.Progress`) as bars; plain lines where the output is not a terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._draws = console.is_terminal
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            disable=not self._draws,
        )
        self._tasks: dict[tuple[str, str], TaskID] = {}

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._bars.stop()

    def update(self, step: str, contestant: str, done: int, total: int) -> None:
        """Move a bar, drawing it when its step begins."""
        key = (step, contestant)
        if key not in self._tasks:
            label = f"{contestant:<16} {_LABELS.get(step, step):<9}"
            self._tasks[key] = self._bars.add_task(label, total=total)
        self._bars.update(self._tasks[key], completed=done, total=total)
        if done == total and not self._draws:
            self._console.print(f"{step}: {contestant}: {done} of {total}")
