"""The validator: every published case, what each check sees beyond them, and what a report says."""

import json
from pathlib import Path

import pytest

from assets.draft import UnreadableDraft, read_draft
from assets.errors import SandboxError
from assets.ports import Sandbox
from assets.seeds import seeds_of
from assets.tables import GATING_CHECKS
from assets.validation.novelty import judge_novelty
from assets.validation.report import Report
from assets.validation.validator import validate

CASES = Path(__file__).parents[1] / "cases"
PUBLISHED = json.loads((CASES / "environments.json").read_text(encoding="utf-8"))["cases"]
SOUND = (CASES / "environments" / "sound.py").read_text(encoding="utf-8")
HINT = PUBLISHED[0]["hint"]


async def report_on(
    sandbox: Sandbox, source: str, hint: str = HINT, max_turns: int = 12, earlier: tuple[tuple[str, str], ...] = ()
) -> Report:
    """What the steps do with an author's answer."""
    try:
        draft = read_draft(f"<hint>{hint}</hint>\n```python\n{source}\n```")
    except UnreadableDraft as fault:
        return Report.unreadable(str(fault))
    report = await validate(
        sandbox,
        draft,
        benchmark_seeds=seeds_of("tests", "benchmark", 4),
        validation_seeds=seeds_of("tests", "validation", 100),
        season_max_turns=max_turns,
    )
    return report.with_finding(judge_novelty(source, earlier))


def failed(report: Report) -> set[str]:
    return {finding.check_name for finding in report.failed}


def detail(report: Report, check_name: str) -> str:
    [found] = [finding.detail for finding in report.findings if finding.check_name == check_name]
    return found


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: Path(case["file"]).stem)
async def test_published_cases(sandbox, case):
    source = (CASES / case["file"]).read_text(encoding="utf-8")
    earlier = (("2026-11-30/ada/env_001", SOUND),) if "novel" in case["expect"] else ()
    report = await report_on(sandbox, source, case["hint"], case["max_turns"], earlier)
    assert set(case["expect"]) <= failed(report)
    assert report.admitted == (not case["expect"])
    assert [finding.check_name for finding in report.findings] == list(GATING_CHECKS)


async def test_a_sound_environment_has_certificates(sandbox):
    report = await report_on(sandbox, SOUND)
    assert [seed for seed, _ in report.certificates] == seeds_of("tests", "benchmark", 4)
    assert all(len(actions) == 1 and actions[0].isdigit() for _, actions in report.certificates)
    assert detail(report, "winnable") == "won on 4 seeds, in at most 1 of 6 turns"


async def test_a_source_that_breaks_the_rules_is_not_run(sandbox):
    report = await report_on(sandbox, "import os\n" + SOUND)
    assert failed(report) == {"allowed_source"}
    assert {finding.passed for finding in report.findings if "not judged" in finding.detail} == {None}
    assert detail(report, "winnable").startswith("not judged: ")


COUNTER = SOUND.replace("class IntervalSearch:\n", "class IntervalSearch:\n    resets = 0\n").replace(
    "        pass\n", "        IntervalSearch.resets += 1\n        self.turn = -(IntervalSearch.resets > 20)\n"
)
SHARED = SOUND.replace("self.secret", "IntervalSearch.secret")
ENDLESS = SOUND.replace("self.turn >= self.max_turns", "False")
LATE = SOUND.replace("self.turn >= self.max_turns", "self.turn > self.max_turns")
NO_SOLUTION = SOUND[: SOUND.index("    def solution")]
WRONG_SOLUTION = SOUND.replace("return [str(self.secret)]", "return str(self.secret)")
SLOW_WIN = SOUND.replace("return [str(self.secret)]", "return ['x'] * self.max_turns + [str(self.secret)]").replace(
    "self.turn >= self.max_turns", "self.turn > self.max_turns"
)
HALF_PAY = SOUND.replace("1.0, True", "0.5, True")
SOLUTION_OPENS = SOUND.replace("return [str(self.secret)]", "self.secret = 7\n        return ['7']")
NEWER_NAME = "import heapq\n" + SOUND + "\n\n_push = heapq.heappush_max\n"
LATE_ANNOTATION = SOUND.replace("def reset(self, seed=None)", "def reset(self, seed=None) -> Tuple")
FIRST_IS_PLAYED = (
    SOUND.replace("class IntervalSearch:\n", "class IntervalSearch:\n    made = []\n")
    .replace("= max_turns\n", "= max_turns\n        self.made.append(1)\n        self.number = len(self.made)\n")
    .replace("guess == self.secret", "guess == self.secret and self.number > 1")
)
WINS_ONCE_ASKED = (
    SOUND.replace("class IntervalSearch:\n", "class IntervalSearch:\n    asked = []\n")
    .replace("return [str(self.secret)]", "IntervalSearch.asked.append(1)\n        return [str(self.secret)]")
    .replace("guess == self.secret", "guess == self.secret and IntervalSearch.asked")
)
BREAKS_IN_PLAY = FIRST_IS_PLAYED.replace("and self.number > 1", "and 1 / (self.number > 1)")
ECHOED = SOUND.replace('f"A secret number', 'f"{self.secret % 7}{self.secret // 7}; a secret number').replace(
    "guess == self.secret", "guess == int(f'{self.secret % 7}{self.secret // 7}')"
)
SUBCLASS = SOUND.replace('"Correct.", 1.0', '"Correct.", _Reward(1)') + "\n\nclass _Reward(float):\n    pass\n"


@pytest.mark.parametrize(
    ("source", "check", "says"),
    [
        (COUNTER, "deterministic", "answers differ"),
        (SHARED, "deterministic", "interleaved"),
        (
            "import heapq\n" + SOUND + "\n\n_push = heapq.heappush_max\n",
            "allowed_source",
            "heapq.heappush_max is not in",
        ),
        (
            SOUND.replace("def reset(self, seed=None)", "def reset(self, seed=None) -> Tuple"),
            "allowed_source",
            "Tuple is not",
        ),
        (SOUND.replace("class IntervalSearch", "class IntervalSearch[T = int]"), "parses", "does not compile"),
        (FIRST_IS_PLAYED, "deterministic", "solution(): answers differ when it is played as in an attempt"),
        (WINS_ONCE_ASKED, "deterministic", "solution(): answers differ when it is played as in an attempt"),
        (BREAKS_IN_PLAY, "deterministic", "solution(): answers differ when it is played as in an attempt"),
        (ENDLESS, "ends", "go on after 6 turns"),
        (LATE, "ends", "go on after 6 turns"),
        (NO_SOLUTION, "winnable", "solution raised AttributeError"),
        (WRONG_SOLUTION, "winnable", "solution returned a str"),
        (SLOW_WIN, "winnable", "more than max_turns = 6"),
        (HALF_PAY, "winnable", "an ending pays 0.5"),
        (SOLUTION_OPENS, "winnable", "did not win"),
        (ECHOED, "no_free_win", "null policy echo_number wins"),
        (SUBCLASS, "contract", "reward is a _Reward"),
        (SOUND.replace("max_turns=6", "max_turns=13"), "contract", "max_turns is 13; it must lie in 1 to 12"),
        (SOUND.replace("max_turns=6", "max_turns"), "contract", "must declare max_turns=N"),
        (SOUND + "\n\nclass Card:\n    pass\n", "contract", "public classes IntervalSearch, Card"),
        (
            SOUND.replace('return f"A secret', 'return 5 * f"A secret').replace("Guesses left", "x" * 9000),
            "contract",
            "at most 16,384",
        ),
    ],
)
async def test_what_else_is_seen(sandbox, source, check, says):
    report = await report_on(sandbox, source)
    assert source != SOUND
    assert check in failed(report)
    assert says in detail(report, check)


@pytest.mark.parametrize("hint", ["Too short a hint.", "Halve it. " * 201])
async def test_the_length_of_a_hint(sandbox, hint):
    report = await report_on(sandbox, SOUND, hint)
    assert failed(report) == {"hint_is_not_an_answer_key"}


async def test_our_own_fault_is_no_finding():
    class Broken:
        def episode(self, code, *, entropy=0):
            raise SandboxError("the worker died")

    with pytest.raises(SandboxError):
        await report_on(Broken(), SOUND)
