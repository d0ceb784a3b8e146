"""Every variant at every difficulty is a sound environment, different from all the others."""

from datetime import timedelta
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.authored_environments.slots import slots
from assets.boxed import boxed
from assets.contestant_entry import ContestantEntry, HouseSkills
from assets.contract import HINT_CHARACTERS
from assets.draft import read_draft
from assets.season import Season
from assets.validation.similarity import similarity
from assets.weeks import FIRST_WEEK
from orchestration.resources.house.families import VARIANTS, variant_for
from sandbox_images.python_env.runner import POLICIES

from .playing import TURN_CAP, code_of, maker_of, manuscript

DIFFICULTIES = (0.0, 0.5, 1.0)
SEEDS = range(30)
MAKERS = {variant: maker_of(variant, 0.5) for variant in VARIANTS}
CONTRACT = [str, float, bool, bool, dict]

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
every_difficulty = pytest.mark.parametrize("difficulty", DIFFICULTIES)


@every_variant
@every_difficulty
async def test_its_certificate_wins_and_null_policies_do_not(sandbox, variant, difficulty):
    code = code_of(variant, difficulty)
    certificates = [{"seed": seed, "actions": "certificate"} for seed in SEEDS]
    nulls = [{"seed": seed, "policy": policy} for policy in POLICIES for seed in SEEDS]
    traces = await sandbox.play(code, [*certificates, *nulls])
    certified, null = traces[: len(SEEDS)], traces[len(SEEDS) :]
    assert all(trace.won and trace.steps[-1].reward == 1.0 and trace.fault is None for trace in certified)
    assert all(trace.ended and trace.fault is None and trace.turns <= code.max_turns for trace in null)
    for policy in range(len(POLICIES)):
        won = sum(trace.won for trace in null[policy * len(SEEDS) : (policy + 1) * len(SEEDS)])
        assert won <= 1


@every_variant
@settings(max_examples=40, deadline=None)
@given(actions=st.lists(st.text() | st.text().map(boxed), min_size=1, max_size=24), seed=st.integers(0, 2**63 - 1))
def test_any_text_may_come(variant, actions, seed):
    environment = MAKERS[variant]()
    environment.reset(seed)
    for turn, action in enumerate(actions[: environment.max_turns], 1):
        observation, reward, terminated, truncated, info = environment.step(action)
        assert [type(part) for part in (observation, reward, terminated, truncated, info)] == CONTRACT
        assert truncated is (turn >= environment.max_turns and not terminated)
        if terminated:
            break


@every_variant
@given(seed=st.integers(0, 2**63 - 1))
@settings(max_examples=40, deadline=None)
def test_every_seed_can_be_won_and_asking_how_changes_nothing(variant, seed):
    asked, fresh = MAKERS[variant](), MAKERS[variant]()
    assert asked.reset(seed) == fresh.reset(seed)
    certificate = asked.solution()
    assert certificate == asked.solution()
    assert 0 < len(certificate) <= asked.max_turns
    for action in certificate:
        step = fresh.step(boxed(action))
        assert asked.step(boxed(action)) == step
    assert step[1:4] == (1.0, True, False)


@every_variant
@every_difficulty
def test_it_is_recognised_by_its_observation_and_shows_its_size(variant, difficulty):
    make = maker_of(variant, difficulty)
    for seed in SEEDS:
        observation = make().reset(seed)[0]
        assert [known for known in VARIANTS if known.hardness(observation) is not None] == [variant]
        assert variant.hardness(observation) == pytest.approx(difficulty, abs=0.26)


@every_variant
def test_a_size_beyond_all_measure_is_not_recognised(variant):
    """Somebody else's environment that resembles ours, on which our strategies could take for ever."""
    observation = maker_of(variant, 1.0)().reset(1)[0]
    start, end = variant.sighting.search(observation).span("size")
    assert variant.hardness(observation[:start] + "9999" + observation[end:]) is None


@every_variant
def test_it_needs_no_more_turns_than_a_short_game(variant):
    assert all(code_of(variant, difficulty).max_turns <= 20 for difficulty in DIFFICULTIES)


@every_variant
def test_a_lower_turn_cap_is_kept(variant):
    assert read_draft(manuscript(variant).text()).max_turns(TURN_CAP) > 2
    assert "max_turns=2)" in variant.source(0.5, 2)


@every_variant
def test_only_the_whole_hint_teaches(variant):
    shortest, longest = HINT_CHARACTERS
    assert shortest <= len(variant.vague_hint) < len(variant.hint) <= longest
    assert [known for known in VARIANTS if known.taught_by(variant.hint)] == [variant]
    assert not any(known.taught_by(variant.vague_hint) for known in VARIANTS)
    assert not any(digit in variant.hint for digit in "0123456789")


def test_no_two_variants_are_alike():
    sources = [variant.source(0.5, TURN_CAP) for variant in VARIANTS]
    assert max(similarity(a, b) for a, b in combinations(sources, 2)) < 0.6
    assert len({variant.title for variant in VARIANTS}) == len(VARIANTS)


def test_six_authors_write_eighteen_environments_in_every_week_of_a_year():
    authors = [
        ContestantEntry(name=f"author{repertoire}", model="house/player", skills=HouseSkills(repertoire=repertoire))
        for repertoire in range(6)
    ]
    season = Season(name="tiny", seed="s", contestants=tuple(authors))
    for number in range(52):
        week = FIRST_WEEK + timedelta(weeks=number)
        written = {
            variant_for(slot.domain, repertoire).name
            for repertoire, author in enumerate(season.authors)
            for slot in slots(season, week, author)
        }
        assert len(written) == len(VARIANTS) == 18
