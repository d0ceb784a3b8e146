"""A house player writes what it is asked for, with the declared share of faults and of whole hints, and mends."""

import pytest

from assets.authored_environments.prompt import KEEP, author_prompt, harden_prompt, repair_prompt
from assets.draft import UnreadableDraft, read_draft
from assets.seeds import seeds_of
from assets.tables import DOMAINS
from assets.validation.validator import validate
from orchestration.resources.house.families import VARIANTS, variant_for
from orchestration.resources.house.faults import FAULTS

from .playing import TURN_CAP, manuscript, player


async def _answer(author, conversation, seed=1):
    return (await author.complete(conversation, seed=seed, max_tokens=8192)).text


async def _findings(sandbox, answer: str) -> list[str]:
    """What the author is told: the first words of its findings."""
    try:
        draft = read_draft(answer)
    except UnreadableDraft as fault:
        return [str(fault)]
    seeds = seeds_of("s", "validation", 20)
    report = await validate(
        sandbox,
        draft,
        benchmark_seeds=seeds[:4],
        validation_seeds=seeds[4:],
        season_max_turns=TURN_CAP,
    )
    return [finding.check_name for finding in report.failed]


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("repertoire", range(6))
async def test_a_draft_is_read_as_it_was_meant(domain, repertoire):
    author = player(repertoire=repertoire, hint_quality=1.0, author_difficulty=0.3)
    draft = read_draft(await _answer(author, author_prompt(domain, TURN_CAP)))
    variant = variant_for(domain, repertoire)
    assert (draft.title, draft.hint) == (variant.title, variant.hint)
    assert draft.source == variant.source(0.3, TURN_CAP)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
async def test_a_fault_is_found(sandbox, fault):
    expected = {
        "forgets_the_hint": "no hint",
        "leaves_the_fence_open": "the code block is not closed (often the token limit)",
        "raises_on_odd_text": "contract",
        "pays_with_true": "contract",
        "draws_without_the_seed": "deterministic",
    }
    assert expected[fault.__name__] in await _findings(sandbox, fault(manuscript(VARIANTS[0])))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_fault_can_befall_any_environment(variant):
    sound = manuscript(variant)
    assert len({sound.text(), *(fault(sound) for fault in FAULTS)}) == 1 + len(FAULTS)


async def test_a_draft_that_comes_back_is_mended(sandbox):
    author = player(sloppiness=1.0)
    conversation = author_prompt(DOMAINS[0], TURN_CAP)
    seen = set()
    for seed in range(12):
        first = await _answer(author, conversation, seed)
        findings = await _findings(sandbox, first)
        seen |= {*findings}
        assert findings
        mended = await _answer(author, repair_prompt(conversation, first, findings), seed)
        assert await _findings(sandbox, mended) == []
    assert len(seen) >= 3


async def test_faults_and_vague_hints_come_as_often_as_declared():
    author = player(sloppiness=0.3, hint_quality=0.7)
    conversation = author_prompt(DOMAINS[0], TURN_CAP)
    variant = variant_for(DOMAINS[0], 0)
    answers = [await _answer(author, conversation, seed) for seed in range(600)]
    sound = [answer for answer in answers if variant.source(0.5, TURN_CAP) + "```\n" in answer and "<hint>" in answer]
    assert 1 - len(sound) / len(answers) == pytest.approx(0.3, abs=0.06)
    assert sum(variant.hint in answer for answer in sound) / len(sound) == pytest.approx(0.7, abs=0.06)


async def test_a_draft_is_the_same_when_it_is_asked_for_again():
    conversation = author_prompt(DOMAINS[4], TURN_CAP)
    first, again = [await _answer(player(sloppiness=0.5), conversation, seed=9) for _ in range(2)]
    assert first == again


def _offered(first: str, unaided: float, hinted: float):
    told = f"bruno: without the hint won 1 of 2\nAll of them: unaided {unaided:.2f}, hinted {hinted:.2f}."
    return harden_prompt(author_prompt(DOMAINS[0], TURN_CAP), first, told)


@pytest.mark.parametrize(
    ("hardening", "unaided", "hinted", "difficulty"),
    [(1.0, 0.9, 1.0, 0.3 + 0.5), (0.5, 0.9, 1.0, 0.3 + 0.25), (1.0, 0.1, 0.5, 0.3)],
)
async def test_who_hardens_makes_it_harder_as_far_as_the_probe_found_it_easy(hardening, unaided, hinted, difficulty):
    author = player(hardening=hardening, author_difficulty=0.3, hint_quality=0.5)
    first = manuscript(variant_for(DOMAINS[0], 0), 0.3).text()
    hardened = read_draft(await _answer(author, _offered(first, unaided, hinted)))
    assert hardened.source == variant_for(DOMAINS[0], 0).source(difficulty, TURN_CAP)
    # A whole hint stays whole.
    assert hardened.hint == variant_for(DOMAINS[0], 0).hint


async def test_a_vague_hint_is_made_whole_where_players_fail_with_it():
    variant = variant_for(DOMAINS[0], 0)
    first = manuscript(variant).text().replace(variant.hint, variant.vague_hint)
    author = player(hardening=1.0, hint_quality=0.0)
    hints = [read_draft(await _answer(author, _offered(first, 0.4, 0.0), seed)).hint for seed in range(5)]
    assert set(hints) == {variant.hint}


@pytest.mark.parametrize(
    ("skills", "unaided", "hinted"), [({}, 1.0, 0.0), ({"learning": "fast"}, 1.0, 0.0), ({"hardening": 1.0}, 0.3, 1.0)]
)
async def test_who_does_not_harden_or_finds_no_call_for_it_leaves_it_as_it_is(skills, unaided, hinted):
    first = manuscript(variant_for(DOMAINS[0], 0)).text()
    assert await _answer(player(**skills), _offered(first, unaided, hinted)) == KEEP
