"""The author's side: an environment and a hint, in the form that the author's prompt asks for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assets.authored_environments.prompt import KEEP
from assets.contestant_entry import HouseSkills
from assets.ports import Message
from assets.tables import DOMAINS
from orchestration.resources.house.coins import draw
from orchestration.resources.house.copying import copied
from orchestration.resources.house.dossier import Exhibit, Week, read_exhibits, read_probe, read_record
from orchestration.resources.house.families import variant_for
from orchestration.resources.house.faults import FAULTS, Manuscript
from orchestration.resources.house.learning import hardened, learnt

_DOMAIN = re.compile(r"^Domain: (.+)$", re.MULTILINE)
_TURN_CAP = re.compile(r"^Turn cap: (\d+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Task:
    """What an author's prompt asks for.

    Attributes:
        mending: an earlier draft came back with findings.
        probe: how the draft before fared that may be hardened, else None.
        draft: what was handed in before; empty at first.
        record: how the author's environments of earlier weeks fared, oldest first, as far as it is shown.
        exhibits: the last week's best environments, as far as it is shown them.
    """

    domain: str
    turn_cap: int
    mending: bool
    record: tuple[Week, ...] = ()
    exhibits: tuple[Exhibit, ...] = ()
    probe: Week | None = None
    draft: str = ""


def read_task(messages: Sequence[Message]) -> Task | None:
    """The author's task that a conversation opens with; None where it asks for something else."""
    prompt = next((message["content"] for message in messages if message["role"] == "user"), "")
    domain, turn_cap = _DOMAIN.search(prompt), _TURN_CAP.search(prompt)
    if domain is None or turn_cap is None or domain[1] not in DOMAINS:
        return None
    drafts = [message["content"] for message in messages if message["role"] == "assistant"]
    later = "".join(message["content"] for message in messages[2:] if message["role"] == "user")
    return Task(
        domain[1],
        int(turn_cap[1]),
        bool(drafts),
        tuple(read_record(prompt)),
        tuple(read_exhibits(prompt)),
        read_probe(later),
        drafts[-1] if drafts else "",
    )


def write(name: str, skills: HouseSkills, task: Task, seed: int) -> str:
    """A draft. A first one has a fault as often as the author is sloppy; a mended one never has.

    One that may be hardened is left as it is by who does not harden, or finds no call for it in the probe.
    """
    ways = learnt(skills, task.record)
    if task.probe is not None:
        harder = hardened(ways, task.probe)
        return KEEP if harder is None else _own(name, harder, task, seed).text()
    manuscript = _copy(name, skills, task) or _own(name, ways, task, seed)
    if not task.mending and draw(name, "sloppy", task.domain, seed) < skills.sloppiness:
        fault = FAULTS[int(draw(name, "fault", task.domain, seed) * len(FAULTS))]
        return fault(manuscript)
    return manuscript.text()


def _own(name: str, skills: HouseSkills, task: Task, seed: int) -> Manuscript:
    variant = variant_for(task.domain, skills.repertoire)
    # Mended, a draft draws its hint anew, so that whole ones are as many as declared; hardened, it keeps a whole one.
    kept = task.probe is not None and variant.hint in task.draft
    tells_all = kept or draw(name, "hint", task.domain, seed) < skills.hint_quality
    return Manuscript(
        title=variant.title,
        hint=variant.hint if tells_all else variant.vague_hint,
        source=variant.source(skills.author_difficulty, task.turn_cap),
    )


def _copy(name: str, skills: HouseSkills, task: Task) -> Manuscript | None:
    """What a copier makes of an exhibit; None where it has none for this domain, or is none.

    The n-th exhibit is for every third domain from the n-th on: of three consecutive domains, which a week has, no two
    get the same, and one or two are left to the author's own ideas.
    """
    turn = DOMAINS.index(task.domain) % 3
    if skills.learning != "copies" or turn >= len(task.exhibits):
        return None
    return copied(name, task.exhibits[turn])
