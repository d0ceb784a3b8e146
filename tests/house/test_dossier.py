"""What house authors make of a dossier: the learners learn, the copier copies, the others don't look at it."""

import pytest
from dossiers.made_evidence import evidence, weeks

from assets.authored_environments.prompt import author_prompt
from assets.boxed import boxed
from assets.contestant_entry import ContestantEntry, HouseSkills
from assets.dossiers.dossier import dossier
from assets.draft import read_draft
from assets.seeds import seeds_of
from assets.tables import DOMAINS
from assets.validation.similarity import near_copy, similarity
from assets.validation.validator import validate
from orchestration.resources.house.copying import copied
from orchestration.resources.house.dossier import Exhibit, Week, read_exhibits, read_record
from orchestration.resources.house.families import VARIANTS, variant_for
from orchestration.resources.house.families.variant import Game
from orchestration.resources.house.learning import AIM, RATES, learnt

from .playing import TURN_CAP, player, wins

MODEL = VARIANTS[0]
SOURCE = MODEL.source(0.5, TURN_CAP)


def prompt(domain=DOMAINS[0], *, public=True, count=3, source=SOURCE) -> list:
    text = dossier("a0", public=public, evidence=evidence(count=count, source=source), tokens=4000)
    return author_prompt(domain, TURN_CAP, text)


async def written(domain=DOMAINS[0], *, public=True, **skills) -> str:
    author = player("a0", **skills)
    return (await author.complete(prompt(domain, public=public), seed=1, max_tokens=8192)).text


def test_a_record_is_read_from_the_dossier_oldest_week_first():
    [_, task] = prompt(public=False)
    assert read_record(task["content"]) == [Week(0.5, 0.75), Week(0.33, 0.75), Week(0.25, 0.75)]


def test_exhibits_are_read_to_the_byte():
    [_, task] = prompt()
    assert read_exhibits(task["content"]) == [Exhibit("a1", "Best", "Press the first key.", SOURCE)]
    assert read_exhibits(prompt(public=False)[1]["content"]) == []
    assert f"best environment of week {weeks(3)[-1]} by discrimination" in task["content"]


EASY = [Week(unaided=0.9, hinted=0.95)] * 2
HARD = [Week(unaided=0.1, hinted=0.1)] * 2


@pytest.mark.parametrize(
    ("learning", "record", "difficulty", "quality"),
    [
        ("none", EASY, 0.5, 0.2),
        ("fast", EASY, 0.5 + RATES["fast"] * 2 * (0.9 - AIM), 0.2 + RATES["fast"] * 2 * 0.5),
        ("slow", EASY, 0.5 + RATES["slow"] * 2 * (0.9 - AIM), 0.2 + RATES["slow"] * 2 * 0.5),
        ("fast", HARD, 0.5 + RATES["fast"] * 2 * (0.1 - AIM), 1.0),
        ("fast", [], 0.5, 0.2),
        ("copies", EASY, 0.5, 0.2),
    ],
)
def test_learners_move_toward_what_tells_apart_and_teaches(learning, record, difficulty, quality):
    skills = HouseSkills(author_difficulty=0.5, hint_quality=0.2, learning=learning)
    found = learnt(skills, record)
    assert (found.author_difficulty, found.hint_quality) == pytest.approx((difficulty, quality))
    assert found.solving == skills.solving


async def test_a_fast_learner_writes_otherwise_than_one_that_does_not_learn():
    as_declared = read_draft(await written(author_difficulty=0.5, hint_quality=0.0))
    learner = read_draft(await written(author_difficulty=0.5, hint_quality=0.6, learning="fast"))
    variant = variant_for(DOMAINS[0], 0)
    assert as_declared.source == variant.source(0.5, TURN_CAP)
    # 0.5 + 0.4 · (0.5 − 0.4 + 0.33 − 0.4 + 0.25 − 0.4) = 0.452, and the share of whole hints reaches 1.
    assert learner.source == variant.source(0.452, TURN_CAP)
    assert learner.source != as_declared.source
    assert (as_declared.hint, learner.hint) == (variant.vague_hint, variant.hint)


async def test_a_copier_copies_the_best_in_a_coat_of_its_own_where_it_is_shown_it():
    copy = read_draft(await written(DOMAINS[0], learning="copies"))
    assert (copy.title, copy.hint) == ("Best", "Press the first key.")
    assert not near_copy(copy.source, SOURCE)
    assert similarity(copy.source, SOURCE) > 0.5
    for answer in (
        await written(DOMAINS[1], learning="copies"),
        await written(DOMAINS[0], public=False, learning="copies"),
    ):
        assert read_draft(answer).title in {variant.title for variant in VARIANTS}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
async def test_a_copy_is_sound_and_is_won_as_its_model_is(sandbox, variant):
    manuscript = copied("cody", Exhibit("ada", variant.title, variant.hint, variant.source(0.5, TURN_CAP)))
    assert manuscript is not None
    draft = read_draft(manuscript.text())
    seeds = seeds_of("s", "validation", 20)
    report = await validate(
        sandbox, draft, benchmark_seeds=seeds[:4], validation_seeds=seeds[4:], season_max_turns=TURN_CAP
    )
    assert report.failed == []
    namespace: dict = {}
    exec(compile(draft.source, variant.name, "exec"), namespace)
    assert all(wins(namespace[draft.class_name], variant.methodical, seed) for seed in range(10))
    opening = namespace[draft.class_name]().reset(1)[0]
    assert variant.sighting.search(opening)
    assert 0.5 < similarity(draft.source, variant.source(0.5, TURN_CAP)) < 0.85


def test_the_tally_counts_and_notices_an_empty_try():
    manuscript = copied("cody", Exhibit("ada", "Lamp and keys", "A hint.", VARIANTS[5].source(1.0, TURN_CAP)))
    namespace: dict = {}
    exec(compile(manuscript.source, "copy", "exec"), namespace)
    game = namespace["LampAndKeysWithTally"]()
    game.reset(1)
    seen = [game.step(boxed(action))[0] for action in ("", "a", "a", "a", "a", "a", "a", "a")]
    assert seen[0].endswith("Tally of tries: /. The last try was an empty one.")
    assert seen[1].endswith("Tally of tries: //. There is time.")
    assert seen[5].endswith("Tally of tries: ///// /. There is time.")
    assert seen[7].endswith("Tally of tries: ///// ///. More than half of the tries are gone.")
    assert Game(seen[0]).last == seen[0]


def test_a_copier_hands_in_its_own_best_again_and_leaves_what_it_can_not_read():
    own = Exhibit("cody", "Mine", "A hint that is long enough.", "class Mine:\n    ...\n")
    manuscript = copied("cody", own)
    assert manuscript is not None
    assert manuscript.source == own.source
    assert copied("ada", own) is None
    assert copied("ada", Exhibit("b", "Two", "A hint.", SOURCE + SOURCE)) is None


def test_what_does_not_learn_keeps_the_identity_of_its_earlier_drafts():
    def settings(**skills) -> str:
        return ContestantEntry(name="ada", model="house/player", skills=HouseSkills(**skills)).authoring_json

    assert "learning" not in settings()
    assert '"learning": "fast"' in settings(learning="fast")
