"""What an author is asked: one prompt a slot, and the findings when a draft goes back."""

from collections.abc import Sequence

from assets.contract import ALLOWED_IMPORTS, HINT_CHARACTERS, MAX_SOURCE_BYTES
from assets.ports import Message

_SYSTEM = "You design small interactive environments that test reasoning, and hints that teach how to win them."

SHAPE = """\
```python
import random


class ShortName:
    def __init__(self, max_turns=N):
        self.max_turns = max_turns

    def reset(self, seed):
        rng = random.Random(seed)
        self.turns = 0
        self.answer = ...
        return f"... Turns left: {self.max_turns}.", {}

    def step(self, action):
        self.turns += 1
        if action == "\\\\boxed{" + self.answer + "}":
            return "Solved.", 1.0, True, False, {}
        left = self.max_turns - self.turns
        return f"... Turns left: {left}.", 0.0, False, left <= 0, {}

    def solution(self):
        return [self.answer]
```"""
"""A class of one winning action, for a small model to fill in; sent back as it is, it is refused."""

_TASK = """\
Write one environment and one hint.

Domain: {domain}
Turn cap: {max_turns}

A good environment is one that a capable player fails without the hint and wins with it: hard to see through from the
observations alone, plain once the hint has told the method. Players see the observations, never the code.

The environment is one public Python class:
- `__init__(self, max_turns=N)`, with N at most {max_turns};
- `reset(self, seed) -> (observation, info)`: builds one task from the integer seed alone, with `random.Random(seed)`;
- `step(self, action) -> (observation, reward, terminated, truncated, info)`: the action is a string that arrives as
  `\\boxed{{ACTION}}`; on success return reward 1.0 with terminated True, else reward 0.0; return truncated True when
  max_turns is reached. Any string may arrive: never raise, treat nonsense as a wasted turn;
- `solution(self) -> list[str]`: after reset, the actions (without the box) that win from there, in at most max_turns
  steps. Players never see it.

Its shape, for a task of one winning action; fill in N and every `...`, or build something of more turns:
{shape}

Rules: observations are text and tell the player the goal, the form of an action and the turns left; the answer must not
be readable in them. Different seeds give different tasks. No free wins: a random, empty or echoed action must not win.
Import only: {imports}. No global random state, clock, files, `hash()`, `id()`, or
loops over sets of strings. At most {source_kib} KiB of source. Keep every call cheap: some milliseconds of plain
Python, a few MB of memory.

The hint is one text of {shortest_hint} to {longest_hint:,} characters for all seeds. It teaches the method; it must
not list answers.

{dossier}Answer in this form:
Title: a short title
<hint>the hint</hint>
```python
the whole source
```"""


def author_prompt(domain: str, max_turns: int, dossier: str | None = None) -> list[Message]:
    """The conversation that opens a slot: a pure function of the domain, the season's turn cap and the dossier."""
    shortest_hint, longest_hint = HINT_CHARACTERS
    task = _TASK.format(
        domain=domain,
        shape=SHAPE,
        max_turns=max_turns,
        imports=", ".join(ALLOWED_IMPORTS),
        source_kib=MAX_SOURCE_BYTES // 1024,
        shortest_hint=shortest_hint,
        longest_hint=longest_hint,
        dossier=f"{dossier}\n\n" if dossier else "",
    )
    return [{"role": "system", "content": _SYSTEM}, {"role": "user", "content": task}]


KEEP = "KEEP"
"""The whole answer of an author that leaves its environment as it is."""

_HARDEN = """\
Your environment passed its checks. Then it was probed, on tasks that are not scored, without your hint and with it:
{probe}

You may harden it: hand in a version that is harder to win without the hint, and at least as sure to be won with it. A
better hint counts as well: who fails both ways has learnt nothing from you. Your new version is played if it passes
all checks, else this one is. Answer in full, in the same form as before; or, to leave this one as it is, with the one
word {keep}."""


def harden_prompt(conversation: Sequence[Message], answer: str | None, probe: str) -> list[Message]:
    """The conversation continued after a version that passed: what a probe of it showed, and the offer to harden it."""
    return _continued(conversation, answer, _HARDEN.format(probe=probe, keep=KEEP))


def repair_prompt(conversation: Sequence[Message], answer: str | None, findings: Sequence[str]) -> list[Message]:
    """The conversation continued: the author's draft, and the exact findings it must mend."""
    listed = "\n".join(f"- {finding}" for finding in findings)
    return _continued(
        conversation,
        answer,
        f"The environment was not admitted:\n{listed}\n\nMend it and answer in full, in the same form.",
    )


def _continued(conversation: Sequence[Message], answer: str | None, said: str) -> list[Message]:
    return [*conversation, {"role": "assistant", "content": answer or ""}, {"role": "user", "content": said}]
