"""Watching a tournament: bars in a terminal, plain lines elsewhere, never both."""

import io

import pytest
from rich.console import Console

from orchestration.watching import TerminalProgress


def watched(*, terminal: bool, monkeypatch: pytest.MonkeyPatch) -> str:
    class Output(io.StringIO):
        def isatty(self) -> bool:
            return terminal

    output = Output()
    monkeypatch.setattr("sys.stdout", output)
    with TerminalProgress(Console(width=100, color_system=None)) as progress:
        for done in range(3):
            progress.update("solve_attempts", "ada", done, 2)
    return output.getvalue()


def test_plain_lines_where_the_output_is_a_file(monkeypatch):
    assert watched(terminal=False, monkeypatch=monkeypatch).split("\n") == ["solve_attempts: ada: 2 of 2", ""]


def test_a_bar_a_contestant_in_a_terminal(monkeypatch):
    drawn = watched(terminal=True, monkeypatch=monkeypatch)
    assert "ada              plays" in drawn
    assert "2/2" in drawn
    assert "solve_attempts: ada" not in drawn
