"""Small authored environments for the sandbox's tests."""

from pathlib import Path

from assets.ports import EnvironmentCode, Sandbox

CASES = Path(__file__).parents[1] / "cases" / "environments"


def case(file: str, class_name: str, max_turns: int = 12) -> EnvironmentCode:
    return EnvironmentCode((CASES / file).read_text(encoding="utf-8"), class_name, max_turns)


SOUND = case("sound.py", "IntervalSearch")


DEEP_IN_C = (
    "x = []\nfor _ in range(100_000): x = [x]\nrepr(x)",
    "import json; json.loads('[' * 100_000)",
    "class A:\n    def __repr__(self): return repr(self)\nrepr(A())",
    "x = ()\nfor _ in range(100_000): x = (x,)\ndel x",
)
"""Bodies that recurse in the interpreter's own C."""


def env(
    *,
    top: str = "",
    init: str = "pass",
    reset: str = "return 'start', {}",
    step: str = "return 'on', 0.0, False, False, {}",
    solution: str = "return ['win']",
    max_turns: int = 3,
) -> EnvironmentCode:
    """An environment whose methods have the given bodies (one line, or lines joined by a newline)."""
    bodies = {"__init__(self, max_turns=3)": init, "reset(self, seed)": reset, "step(self, action)": step}
    bodies["solution(self)"] = solution
    lines = [top, "class Env:"]
    for head, body in bodies.items():
        lines += [f"    def {head}:", *(f"        {line}" for line in body.split("\n"))]
    return EnvironmentCode("\n".join(lines) + "\n", "Env", max_turns)


async def play_a_turn(sandbox: Sandbox, code: EnvironmentCode) -> None:
    """Call everything that an environment has, once."""
    async with sandbox.episode(code) as episode:
        await episode.reset(7)
        await episode.step("\\boxed{a}")
        await episode.solution()
