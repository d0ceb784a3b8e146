"""What one supported Python runs and another does not is refused before it runs, whatever Python runs us."""

import importlib

import pytest

from assets.contract import ALLOWED_IMPORTS
from assets.validation.parsing import UnparsableSource, parse_source
from assets.validation.portability import _NEWER, unportable
from orchestration.resources.house.families import VARIANTS

PORTABLE = """
import collections.abc
import typing as t
from dataclasses import dataclass
from typing import Any, Optional
if True:
    from collections import Counter as Bag
try:
    class _Never: pass
except NameError as error:
    Wrong = error
type Pair = tuple[int, int]
Number = int | float

@dataclass
class _Card:
    name: str
    weight: Number = 1
    after: "Optional[_Card]" = None
    class Inner: pass
    inner: Inner | None = None
    def twice[T](self, value: T, *rest: Any, bag: Bag[str], **more: t.Any) -> tuple[T, "Env"]:
        later: Undefined = value
        return value, None

class Env:
    def reset(self, seed: int) -> tuple[str, dict]: ...
    def cards(self) -> list[_Card]: ...
    def words(self) -> collections.abc.Iterator[Pair]: ...
"""


def test_portable_code_passes():
    assert unportable(parse_source(PORTABLE)) == []


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_houses_environments_are_portable(variant):
    assert unportable(parse_source(variant.source(0.5, 24))) == []


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import heapq\nheapq.heappush_max([], 1)", "line 2: heapq.heappush_max is not in every Python from 3.12 on"),
        ("import heapq as h\nh.heapify_max([])", "line 2: heapq.heapify_max"),
        ("from math import fma", "line 1: math.fma"),
        ("from copy import replace as swap", "line 1: copy.replace"),
        ("import re\ntry: pass\nexcept re.PatternError: pass", "line 3: re.PatternError"),
        ("from fractions import Fraction\nFraction.from_number(1)", "line 2: Fraction.from_number"),
        ("float.from_number(1)", "line 1: float.from_number"),
        (
            "class Env:\n    def reset(self, seed) -> Tuple[str, dict]: ...",
            "line 2: the annotation Tuple is",
        ),
        ("class Env:\n    def twin(self) -> Env: ...", "line 2: the annotation Env is not defined above"),
        ("class Env:\n    size: Size = 3\nSize = int", "line 2: the annotation Size is not defined above"),
        ("def f(*args: A, key: B = 1, **rest: C): ...", "line 1: the annotation C"),
        ("for i in ():\n    x: X = 1", "line 2: the annotation X"),
    ],
)
def test_what_is_not_portable_is_named(source, said):
    assert any(problem.startswith(said) for problem in unportable(parse_source(source)))


@pytest.mark.parametrize("source", ["class Env[T = int]: ...", "t'{1}'", "try: ...\nexcept KeyError, ValueError: ..."])
def test_newer_syntax_is_refused(source):
    with pytest.raises(UnparsableSource, match="does not compile"):
        parse_source(source)


def test_the_newer_names_are_those_of_allowed_modules():
    assert set(_NEWER) <= set(ALLOWED_IMPORTS)


@pytest.mark.parametrize("module", ALLOWED_IMPORTS)
async def test_what_every_supported_python_has_is_known(sandbox, module):
    """The public names here and in the sandbox differ by no more than is listed."""
    from sandbox.sources import env

    listed = "return repr(getattr(module, '__all__', None) or [name for name in dir(module) if name[0] != '_']), {}"
    async with sandbox.episode(env(top=f"import {module} as module", reset=listed)) as episode:
        there = set(eval(await episode.reset(1)))
    ours = importlib.import_module(module)
    here = set(getattr(ours, "__all__", None) or [name for name in dir(ours) if name[0] != "_"])
    assert here ^ there <= _NEWER.get(module, set())
