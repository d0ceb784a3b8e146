"""The author's side: an environment and a hint, in the form that the author's prompt asks for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assets.contestant_entry import HouseSkills
from assets.ports import Message
from assets.tables import DOMAINS
from orchestration.resources.house.coins import draw
from orchestration.resources.house.families import variant_for
from orchestration.resources.house.faults import FAULTS, Manuscript

_DOMAIN = re.compile(r"^Domain: (.+)$", re.MULTILINE)
_TURN_CAP = re.compile(r"^Turn cap: (\d+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Task:
    """What an author's prompt asks for.

    Attributes:
        mending: an earlier draft came back with findings.
    """

    domain: str
    turn_cap: int
    mending: bool


def read_task(messages: Sequence[Message]) -> Task | None:
    """The author's task that a conversation opens with; None where it asks for something else."""
    prompt = next((message["content"] for message in messages if message["role"] == "user"), "")
    domain, turn_cap = _DOMAIN.search(prompt), _TURN_CAP.search(prompt)
    if domain is None or turn_cap is None or domain[1] not in DOMAINS:
        return None
    mending = any(message["role"] == "assistant" for message in messages)
    return Task(domain[1], int(turn_cap[1]), mending)


def write(name: str, skills: HouseSkills, task: Task, seed: int) -> str:
    """A draft. A first one has a fault as often as the author is sloppy; a mended one never has."""
    variant = variant_for(task.domain, skills.repertoire)
    tells_all = draw(name, "hint", task.domain, seed) < skills.hint_quality
    manuscript = Manuscript(
        title=variant.title,
        hint=variant.hint if tells_all else variant.vague_hint,
        source=variant.source(skills.author_difficulty, task.turn_cap),
    )
    if not task.mending and draw(name, "sloppy", task.domain, seed) < skills.sloppiness:
        fault = FAULTS[int(draw(name, "fault", task.domain, seed) * len(FAULTS))]
        return fault(manuscript)
    return manuscript.text()
