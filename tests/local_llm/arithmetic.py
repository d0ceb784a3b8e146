"""Arithmetic with one- and two-digit numbers as environments: written by hand, of one turn each, small enough for a
small model."""

from assets.admitted import Environment
from assets.draft import Draft
from assets.ports import EnvironmentCode
from assets.seeds import sha256

_SOURCE = """\
import random
import re


class {class_name}:
    def __init__(self, max_turns=1):
        self.max_turns = max_turns

    def reset(self, seed):
        rng = random.Random(seed)
        a, b = rng.randint({a}), rng.randint({b})
        self.answer = {answer}
        self.turn = 0
        return f"{question}", {{}}

    def step(self, action):
        self.turn += 1
        given = re.fullmatch(r"\\\\boxed\\{{ *([0-9]{{1,4}}) *\\}}", action)
        if given and int(given[1]) == self.answer:
            return "Right.", 1.0, True, False, {{}}
        left = self.max_turns - self.turn
        return f"Wrong. Turns left: {{left}}.", 0.0, False, left <= 0, {{}}

    def solution(self):
        return [str(self.answer)]
"""

# Name, ranges of a and b, answer, question, hint. Neither number of a question may be its answer: echoing must not win.
_TASKS = (
    (
        "SmallSum",
        "2, 9",
        "2, 9",
        "a + b",
        "What is {a} + {b}?",
        "Start at the first number and count up, one at a time, as often as the second number says.",
    ),
    (
        "LargeSum",
        "11, 49",
        "11, 49",
        "a + b",
        "What is {a} + {b}?",
        "Add the tens of both numbers, add their ones, then add the two results.",
    ),
    (
        "Difference",
        "13, 19",
        "2, 6",
        "a - b",
        "Tom has {a} marbles and gives {b} of them away. How many are left?",
        "Start at the first number and count down, one at a time, as often as the second number says.",
    ),
    (
        "Product",
        "2, 9",
        "2, 9",
        "a * b",
        "What is {a} times {b}?",
        "Add the first number to itself until it stands there as often as the second number says.",
    ),
    (
        "LargeDifference",
        "60, 99",
        "11, 29",
        "a - b",
        "What is {a} - {b}?",
        "Take the tens of the second number away first, then its ones.",
    ),
    (
        "Machine",
        "11, 49",
        "0, 0",
        "2 * a",
        "A machine turns every number into another one. What does it make of {a}?",
        "The machine adds each number to itself: it makes 8 of 4, and 40 of 20.",
    ),
)

DRAFTS = tuple(
    Draft(
        title=name,
        hint=hint,
        source=_SOURCE.format(class_name=name, a=a, b=b, answer=answer, question=question),
        class_name=name,
    )
    for name, a, b, answer, question, hint in _TASKS
)

ENVIRONMENTS = tuple(
    Environment(
        environment_id=f"2026-11-30/teacher/env_{number:03d}",
        author="teacher",
        domain="mathematical reasoning",
        code=EnvironmentCode(draft.source, draft.class_name, max_turns=1),
        source_sha256=sha256(draft.source),
        hint=draft.hint,
        hint_sha256=sha256(draft.hint),
    )
    for number, draft in enumerate(DRAFTS, 1)
)
