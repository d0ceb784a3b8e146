"""Learning: how a house author changes its ways by the record of its environments.

It keeps no memory between weeks: what it has learnt is worked out anew from the record that its prompt holds. Without a
dossier it writes as its declared skills say.
"""

from collections.abc import Sequence

from assets.contestant_entry import HouseSkills
from orchestration.resources.house.dossier import Week

RATES = {"fast": 0.4, "slow": 0.1}
"""By how much of what was amiss a learner moves in a week."""

_NOTABLE = 0.05
"""What moves by less stays as it is."""

AIM = 0.4
"""The unaided share that a learner aims at: where environments tell players apart, and there is something to teach."""


def learnt(skills: HouseSkills, record: Sequence[Week]) -> HouseSkills:
    """The skills after the weeks of the record, oldest first.

    Each week moves the difficulty by what the unaided share lacked or had too much of AIM, and the share of whole hints
    by how much of what players can't do unaided the hint did not teach.
    """
    rate = RATES.get(skills.learning, 0.0)
    difficulty, quality = skills.author_difficulty, skills.hint_quality
    for week in record:
        difficulty = _within(difficulty + rate * (week.unaided - AIM))
        quality = _within(quality + rate * _untaught(week))
    return skills.model_copy(update={"author_difficulty": difficulty, "hint_quality": quality})


def _untaught(week: Week) -> float:
    """Of the share of attempts that fail unaided, the part that fails with the hint as well."""
    failed = 1 - week.unaided
    return _within((1 - week.hinted) / failed) if failed > 0 else 0.0


def hardened(skills: HouseSkills, probe: Week) -> HouseSkills | None:
    """The skills for a harder version of an environment, as far as the probe calls for one; None where it doesn't.

    A probe is of one environment and few players, so it only ever makes it harder, and its hint whole.
    """
    easy, unclear = max(0.0, probe.unaided - AIM), 1 - probe.hinted
    if skills.hardening * max(easy, unclear) < _NOTABLE:
        return None
    difficulty = _within(skills.author_difficulty + skills.hardening * easy)
    quality = _within(skills.hint_quality + skills.hardening * unclear)
    return skills.model_copy(update={"author_difficulty": difficulty, "hint_quality": quality})


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))
