"""Source rules: forbidden constructs are named with their line, and honest code passes."""

from pathlib import Path

import pytest

from assets.validation.chance_rules import chances
from assets.validation.parsing import parse_source
from assets.validation.source_rules import forbidden

HONEST = '''
import collections.abc
import dataclasses
import json
import re
from collections import Counter, deque
from random import Random


@dataclasses.dataclass(frozen=True)
class _Card:
    """A helper. Its __init__ is made for it."""

    name: str


class Board:
    def __init__(self, max_turns=10):
        super().__init__()
        self.max_turns = max_turns
        self.words = {"red", "blue"}

    def __repr__(self):
        return getattr(self, "name", "Board")

    def reset(self, seed):
        self.rng = Random(seed)
        self.pattern = re.compile(r"[a-z]+")
        order = sorted(self.words)
        self.rng.shuffle(order)
        for number in {1, 2, 3}:
            order.append(str(number))
        return json.dumps(order), {}

    def step(self, action):
        known = action in self.words and len(self.words) > 1
        return "", float(known), known, False, {}


if __name__ == "__main__":
    print(Board())
'''


def test_honest_code_passes():
    tree = parse_source(HONEST)
    assert forbidden(tree) == []
    assert chances(tree) == []


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "import os.path",
        "import time",
        "from sys import path",
        "from . import x",
        "from random import *",
        "import statistics; statistics.sys",
        "import statistics as s; s.sys",
        "from statistics import sys",
        "import random; random._inst",
        "from random import _inst",
        "import collections.abc; collections._sys",
        "from collections import abc; abc.sys",
        "import random; r = random; r._os",
        "exec('1')",
        "eval('1')",
        "compile('1', '', 'exec')",
        "open('x')",
        "__import__('os')",
        "__builtins__",
        "globals()",
        "x = ().__class__",
        "x = print.__self__",
        "'{0.__class__}'.format(1)",
        "getattr(print, 'a' + 'b')",
        "getattr(print, '__self__')",
        "(i for i in ()).gi_frame",
        "def __getattribute__(self, name): ...",
    ],
)
def test_forbidden(line):
    [problem, *_] = forbidden(parse_source("x = 1\n" + line))
    assert problem.startswith("line 2: ")


@pytest.mark.parametrize(
    "line",
    [
        "hash('a')",
        "id(x)",
        "random.random()",
        "random.shuffle(x)",
        "random.Random()",
        "from random import randint",
        "for word in {'a', 'b'}: ...",
        "list({'a', 'b'})",
        "''.join(set('abc'))",
        "x = [w for w in frozenset(['a', 'b'])]",
        "{'a', 'b'}.pop()",
        "words = {'a'} | {'b'}\nfirst = next(iter(words))",
        "self.words = {'a'}\nfor w in self.words: ...",
        "print(*{'a', 'b'})",
    ],
)
def test_chance(line):
    assert chances(parse_source(line))


def test_published_cases_hold_no_other_chance():
    folder = Path(__file__).parents[1] / "cases" / "environments"
    found = {
        path.stem: bool(chances(parse_source(path.read_text(encoding="utf-8"))))
        for path in folder.glob("*.py")
        if path.stem != "syntax_error"
    }
    assert {name for name, chance in found.items() if chance} == {"global_random", "hash_order", "set_order"}
