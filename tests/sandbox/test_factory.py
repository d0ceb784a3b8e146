"""Factories are built once, found again, mended, and refused in words where they can't be."""

import shutil
import sys

import pytest

from assets.errors import OperatorError, SandboxError, SandboxUnavailable
from orchestration.resources.sandbox.wasm import factory
from orchestration.resources.sandbox.wasm.factory import default_cache, ensure_factories
from orchestration.resources.sandbox.wasm.sandbox import WasmSandbox

from .sources import SOUND


@pytest.fixture(scope="module")
def built():
    """The files that the whole run uses."""
    return ensure_factories(default_cache())


def test_whole_files_are_used_as_they_are(built, monkeypatch):
    monkeypatch.setattr(factory, "_build", pytest.fail)
    assert ensure_factories(default_cache()) == built


def test_a_damaged_file_is_built_again(built, tmp_path, monkeypatch):
    rebuilt = []

    def build(cache, variant):
        rebuilt.append(variant)
        return shutil.copy(built[variant], cache / built[variant].name)

    for path in built:
        shutil.copy(path, tmp_path)
    damaged = tmp_path / built[1].name
    with damaged.open("r+b") as stream:
        stream.seek(1_000_000)
        stream.write(b"not machine code")
    monkeypatch.setattr(factory, "_build", build)
    assert ensure_factories(tmp_path) == tuple(tmp_path / path.name for path in built)
    assert rebuilt == [1]
    assert damaged.read_bytes() == built[1].read_bytes()


def test_equal_hash_seeds_are_built_apart(built, tmp_path, monkeypatch):
    """The second variant's build first gives a copy of variant 0, then a good one."""
    gives = iter([built[0], built[0], built[1]])
    monkeypatch.setattr(
        factory, "_build", lambda cache, variant: shutil.copy(next(gives), cache / f"{len(list(cache.iterdir()))}.bin")
    )
    monkeypatch.setattr(factory, "ThreadPoolExecutor", lambda number: _InTurn())
    first, second = ensure_factories(tmp_path)
    assert (first.read_bytes(), second.read_bytes()) == (built[0].read_bytes(), built[1].read_bytes())
    assert sorted(tmp_path.iterdir()) == sorted([first, second])


class _InTurn:
    map = staticmethod(map)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None


def test_a_cache_that_can_not_be_written_is_the_operators(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OperatorError, match="DUELS_SANDBOX_CACHE"):
        ensure_factories(tmp_path / "file" / "cache")


async def test_no_interpreter_no_play(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "eryx", None)
    with pytest.raises(SandboxUnavailable, match="pip install pyeryx"):
        async with WasmSandbox(cache=tmp_path):
            pass


async def test_a_closed_sandbox_says_so():
    closed = WasmSandbox()
    closed.close()
    with pytest.raises(SandboxError, match="closed"):
        async with closed.episode(SOUND):
            pass


def test_the_cache_has_a_place(monkeypatch, tmp_path):
    monkeypatch.setenv("DUELS_SANDBOX_CACHE", str(tmp_path))
    assert default_cache() == tmp_path
    monkeypatch.delenv("DUELS_SANDBOX_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    assert default_cache() == tmp_path / "user" / "environment-duels"
