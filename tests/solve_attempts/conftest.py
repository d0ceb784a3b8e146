"""An admitted environment made by hand: count up to three."""

import pytest

from assets.admitted import Environment
from assets.ports import EnvironmentCode
from assets.seeds import sha256
from assets.solve_attempts.plan import Attempt

SOURCE = """\
class CountUp:
    def __init__(self, max_turns=5):
        self.max_turns = max_turns

    def reset(self, seed):
        self.next, self.turn = 1, 0
        return f"Task {seed}. Say 1, 2, 3.", {}

    def step(self, action):
        self.turn += 1
        if action == "\\\\boxed{quit}":
            return "You gave up.", 0.0, True, False, {}
        if action == "\\\\boxed{crash}":
            raise RuntimeError("lost count")
        if action == "\\\\boxed{spin}":
            while True:
                pass
        if action == "\\\\boxed{" + str(self.next) + "}":
            self.next += 1
        if self.next == 4:
            return "Right.", 1.0, True, False, {}
        return f"Next: {self.next}.", 0.5, False, self.turn >= self.max_turns, {}
"""


@pytest.fixture
def environment() -> Environment:
    hint = "Count up from one to three."
    return Environment(
        environment_id="2026-11-30/ada/env_001",
        author="ada",
        domain="memory recall",
        code=EnvironmentCode(SOURCE, "CountUp", 5),
        source_sha256=sha256(SOURCE),
        hint=hint,
        hint_sha256=sha256(hint),
    )


@pytest.fixture
def attempt(environment: Environment) -> Attempt:
    return Attempt(environment, "bob", "{}", seed=7, condition="without_hint", trial=0)
