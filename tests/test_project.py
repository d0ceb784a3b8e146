"""The project as a newcomer meets it: set-up finds a Python, locks are safe, the README is true, floors hold."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def machine(tmp_path: Path):
    """A machine with the usual tools, an old `python3`, and no other Python unless one is put there."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in ("bash", "ls", "sort", "cat", "env"):
        (tools / tool).symlink_to(shutil.which(tool))
    (tools / "python3").write_text("#!/bin/sh\nexit 1\n")
    (tools / "python3").chmod(0o755)

    def find_python(**variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [ROOT / "bin" / "find-python"],
            env={"PATH": str(tools), "HOME": str(tmp_path), **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    find_python.root = tmp_path
    return find_python


def test_without_a_new_enough_python_it_says_what_to_install(machine):
    found = machine()
    assert (found.returncode, found.stdout) == (1, "")
    assert "No Python 3.12 or newer was found" in found.stderr
    assert "apt-get install" in found.stderr


@pytest.mark.parametrize("place", [".pyenv/versions/3.13.0/bin/python3", "bin/python3.12", "bin/python3.14"])
def test_a_new_enough_python_is_found_where_python3_is_older(machine, place):
    path = machine.root / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(os.path.realpath(sys.executable))
    assert machine().stdout.strip() == str(path)


def test_a_named_python_comes_first(machine):
    assert machine(PYTHON=os.path.realpath(sys.executable)).stdout.strip() == os.path.realpath(sys.executable)


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_locks_are_pinned_hashed_and_name_no_host(lock):
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    pins = re.findall(r"^[A-Za-z0-9](?:[^\n]*\\\n)*[^\n]*", text, re.MULTILINE)
    assert len(pins) > 50
    assert all(re.match(r"[\w.\-\[\]]+==\S+", pin) and "--hash=sha256:" in pin for pin in pins)


def test_the_readme_names_what_is_there():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(re.findall(r"make ([a-z]+)", readme)) <= set(targets)
    assert {"tournament", "test", "ui", "sql", "lint"} <= set(targets)
    links = [target for target in re.findall(r"\]\(([^)]+)\)", readme) if not target.startswith("http")]
    assert links
    assert all((ROOT / target).exists() for target in links)


def test_the_readmes_season_is_a_season(tmp_path):
    from assets.season import load_season

    [text] = re.findall(r"```yaml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path / "season.yaml"
    path.write_text(text, encoding="utf-8")
    assert load_season(path).solvers == ["small-one", "big-one"]


FLOORS = {"sandbox_images": set(), "assets": {"sandbox_images"}, "orchestration": {"assets", "sandbox_images"}}


@pytest.mark.parametrize("floor", FLOORS)
def test_imports_go_down_only(floor):
    imported = {
        name.split(".")[0]
        for path in (ROOT / floor).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported & {*FLOORS, "tests", "benchmarks"} <= {floor, *FLOORS[floor]}


def test_every_module_says_what_it_is_for():
    silent = [
        str(path.relative_to(ROOT))
        for floor in FLOORS
        for path in (ROOT / floor).rglob("*.py")
        if path.stat().st_size and not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert silent == []
