"""Progress across processes: what steps write, the command line passes on."""

import time
from pathlib import Path

from orchestration.progress_files import READ_EVERY_S, ProgressFiles, relayed


class Seen:
    def __init__(self) -> None:
        self.updates: list[tuple[str, str, int, int]] = []

    def update(self, step: str, contestant: str, done: int, total: int) -> None:
        self.updates.append((step, contestant, done, total))


def test_what_steps_report_is_passed_on(tmp_path: Path):
    seen, folder = Seen(), tmp_path / "progress"
    with relayed(folder, seen):
        ProgressFiles(folder).update("solve_attempts", "ada", 0, 12)
        time.sleep(3 * READ_EVERY_S)
        assert seen.updates == [("solve_attempts", "ada", 0, 12)], "while it goes on"
        ProgressFiles(folder).update("solve_attempts", "ada", 12, 12)
        ProgressFiles(folder).update("solve_attempts", "o.2-mini", 3, 12)
    assert seen.updates[1:] == [("solve_attempts", "ada", 12, 12), ("solve_attempts", "o.2-mini", 3, 12)]
    assert not folder.exists()


def test_an_earlier_run_says_nothing(tmp_path: Path):
    seen = Seen()
    ProgressFiles(tmp_path / "progress").update("solve_attempts", "ada", 5, 12)
    with relayed(tmp_path / "progress", seen):
        pass
    assert seen.updates == []


def test_a_fast_step_writes_now_and_then_and_its_end(tmp_path: Path):
    step, folder = ProgressFiles(tmp_path), tmp_path / "solve_attempts"
    written = set()
    for done in range(1001):
        step.update("solve_attempts", "ada", done, 1000)
        written.add((folder / "ada.json").read_text())
    assert {"[0, 1000]", "[1000, 1000]"} <= written
    assert len(written) < 500
