"""The house season: its declared truth, and that every environment of its weeks is admitted."""

import asyncio
from datetime import date
from itertools import combinations

import pytest

from assets.authored_environments.prompt import author_prompt
from assets.authored_environments.slots import Slot, slots
from assets.draft import Draft, read_draft
from assets.environment_seeds import benchmark_seeds, validation_seeds
from assets.seeds import seed_of
from assets.validation.similarity import near_copy
from assets.validation.validator import validate
from orchestration.resources.house.player import HousePlayer
from orchestration.resources.seasons import find_season

SEASON = find_season("house")


def _ranked(skill: str) -> list[str]:
    return sorted(SEASON.authors, key=lambda name: -getattr(SEASON.entry(name).skills, skill))


def test_every_player_is_a_house_player_in_both_roles():
    assert len(SEASON.contestants) >= 6
    assert all(entry.model == "house/player" and len(entry.roles) == 2 for entry in SEASON.contestants)
    assert [entry.skills.repertoire for entry in SEASON.contestants] == [0, 1, 2, 3, 4, 5]


def test_solving_and_authoring_are_ordered_differently():
    solving = _ranked("solving")
    assert solving == ["bruno", "clara", "ada", "dario", "edda", "farid"]
    assert _ranked("author_difficulty") == ["dario", "ada", "clara", "farid", "bruno", "edda"]
    assert _ranked("hint_quality") == ["edda", "ada", "clara", "bruno", "farid", "dario"]


async def _sound_draft(slot: Slot) -> Draft:
    """What the slot's author writes where it is not sloppy: what it hands in after a repair."""
    entry = SEASON.entry(slot.author)
    careful = entry.model_copy(update={"skills": entry.skills.model_copy(update={"sloppiness": 0.0})})
    seed = seed_of(SEASON.seed, "request", slot.environment_id, 1)
    conversation = author_prompt(slot.domain, SEASON.max_turns)
    completion = await HousePlayer(careful).complete(
        conversation, seed=seed, max_tokens=entry.sampling.author_max_tokens
    )
    return read_draft(completion.text)


@pytest.mark.parametrize("week", [date(2026, 11, 23), date(2026, 11, 30), date(2026, 12, 7)], ids=str)
async def test_all_environments_of_a_week_are_admitted(sandbox, week):
    owed = [slot for author in SEASON.authors for slot in slots(SEASON, week, author)]
    drafts = [await _sound_draft(slot) for slot in owed]
    assert not any(near_copy(a.source, b.source) for a, b in combinations(drafts, 2))

    async def problems(slot: Slot, draft: Draft) -> list[str]:
        report = await validate(
            sandbox,
            draft,
            benchmark_seeds=benchmark_seeds(SEASON, slot.environment_id),
            # Half of them, for speed.
            validation_seeds=validation_seeds(SEASON, slot.environment_id)[:50],
            season_max_turns=SEASON.max_turns,
        )
        return [f"{slot.environment_id} {finding.check_name}: {finding.detail}" for finding in report.failed]

    found = await asyncio.gather(*(problems(slot, draft) for slot, draft in zip(owed, drafts, strict=True)))
    assert [problem for problems in found for problem in problems] == []


async def test_the_repair_loop_works_in_most_weeks():
    """The sloppiest author's first drafts differ from what it hands in when it is careful."""
    entry = SEASON.entry("farid")
    busy = 0
    weeks = [date.fromordinal(date(2026, 9, 7).toordinal() + 7 * number) for number in range(12)]
    for week in weeks:
        for slot in slots(SEASON, week, "farid"):
            seed = seed_of(SEASON.seed, "request", slot.environment_id, 1)
            conversation = author_prompt(slot.domain, SEASON.max_turns)
            first = await HousePlayer(entry).complete(conversation, seed=seed, max_tokens=8192)
            sound = await _sound_draft(slot)
            if f"```python\n{sound.source}```" not in first.text or "<hint>" not in first.text:
                busy += 1
                break
    assert busy > len(weeks) / 2
