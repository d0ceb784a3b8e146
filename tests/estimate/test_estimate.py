"""The estimate's numbers, against those of a tiny season worked out by hand."""

from datetime import date

import polars as pl
import pytest

from assets.authored_environments.prompt import author_prompt
from estimate.seasons import tiny
from orchestration.estimate import Estimate, Share, estimate_week
from orchestration.resources.prices import price_of
from orchestration.usage import NOTHING, PlayedUsage, Usage, assumed_attempt, assumed_slot

# contestant, model, work, done, calls, tokens_in, tokens_out
PLAYED = [
    ("ada", "house/player", "slot", 2, 3, 900, 600),
    ("ada", "house/player", "attempt", 10, 20, 700, 70),
    ("priced", "openai/priced", "slot", 4, 6, 4_000, 2_000),
    ("priced", "openai/priced", "attempt", 10, 30, 5_000, 1_000),
    ("other", "openai/other", "attempt", 30, 50, 19_000, 7_000),
]


def played(*rows: tuple[object, ...]) -> PlayedUsage:
    columns = ("contestant", "model", "work", "done", "calls", "tokens_in", "tokens_out")
    return PlayedUsage(date(2026, 11, 30), pl.DataFrame(rows, schema=columns, orient="row"))


def share(estimate: Estimate, contestant: str) -> Share:
    [found] = [share for share in estimate.shares if share.contestant == contestant]
    return found


@pytest.fixture
def estimate() -> Estimate:
    return estimate_week(tiny(), played(*PLAYED), price_of)


def test_what_a_week_asks_for(estimate):
    counts = {
        share.contestant: (share.slots, share.most_drafts, share.probes, share.attempts) for share in estimate.shares
    }
    # Two authors with two environments each; three seeds, two trials, two conditions: 4 × 3 × 2 × 2 = 48 attempts.
    # A probe: two seeds, two conditions, for each of one's own.
    assert counts == {"ada": (2, 4, 8, 48), "priced": (2, 4, 8, 48), "unpriced": (0, 0, 0, 48)}


def test_the_most_that_it_can_take(estimate):
    # 4 drafts of 1,000 tokens after 1,000, and 56 attempts × 4 turns of 100 tokens after 1,900.
    assert share(estimate, "priced").most == Usage(4 + 224, 4 * 1_000 + 224 * 1_900, 4 * 1_000 + 224 * 100)
    assert share(estimate, "unpriced").most == Usage(192, 192 * 1_900, 192 * 100)
    assert estimate.most == Usage(228 + 228 + 192, 429_600 + 364_800, 26_400 + 19_200)


def test_what_is_expected_after_a_played_week(estimate):
    # A slot took 1.5 calls, 1,000 and 500 tokens; an attempt 3 calls, 500 and 100.
    expected = share(estimate, "priced")
    assert expected.expected == Usage(2 * 1.5 + 56 * 3, 2 * 1_000 + 56 * 500, 2 * 500 + 56 * 100)
    assert not expected.assumed
    # It has not played: the mean of all language models' attempts, (30 + 50)/40 calls and (5,000 + 19,000)/40 tokens.
    newcomer = share(estimate, "unpriced")
    assert newcomer.expected == Usage(48 * 2, 48 * 600, 48 * 200)
    assert not newcomer.assumed


def test_what_it_costs(estimate):
    priced = share(estimate, "priced")
    # USD 1 a million tokens in, 10 out: 30,000 and 6,600 expected, 429,600 and 26,400 at most.
    assert priced.expected_usd == pytest.approx(0.030 + 0.066)
    assert priced.most_usd == pytest.approx(0.4296 + 0.264)
    assert (estimate.expected_usd, estimate.most_usd) == (priced.expected_usd, priced.most_usd)


def test_an_unknown_price_is_no_cost_of_zero(estimate):
    unpriced = share(estimate, "unpriced")
    assert (unpriced.expected_usd, unpriced.most_usd) == (None, None)
    assert estimate.unpriced == ["unpriced"]


def test_a_house_player_takes_calls_and_costs_nothing(estimate):
    ada = share(estimate, "ada")
    assert ada.expected == Usage(2 * 1.5 + 56 * 2, 0, 0)
    assert ada.most == Usage(228, 0, 0)
    assert (ada.expected_usd, ada.most_usd) == (0.0, 0.0)


def test_another_model_under_the_same_name_is_a_newcomer():
    swapped = [("priced", "openai/former", *row[2:]) if row[0] == "priced" else row for row in PLAYED]
    expected = share(estimate_week(tiny(), played(*swapped), price_of), "priced")
    # The slot: of the one model that wrote; the attempt: the mean of all models.
    assert expected.expected == Usage(2 * 1.5 + 56 * 2, 2 * 1_000 + 56 * 600, 2 * 500 + 56 * 200)


def test_house_players_say_nothing_about_language_models():
    only_house = played(*PLAYED[:2])
    estimate = estimate_week(tiny(), only_house, price_of)
    assert share(estimate, "priced").expected == share(estimate_week(tiny(), None, price_of), "priced").expected
    assert {share.contestant for share in estimate.shares if share.assumed} == {"priced", "unpriced"}


def test_nothing_is_expected_beyond_the_most():
    # Played when turns were not capped so low.
    long = played(("priced", "openai/priced", "attempt", 1, 24, 400_000, 24_000))
    found = share(estimate_week(tiny(), long, price_of), "priced")
    assert found.expected == found.most


def test_a_conversation_is_sent_again_with_every_turn():
    entry = tiny().entry("priced")
    # Half of four turns, half of 100 tokens an answer: 300, then 300 + 50 + 100.
    assert assumed_attempt(entry, tiny()) == Usage(2, 750, 100)
    # Half of eight turns; the fourth prompt is 750.
    assert assumed_attempt(entry, tiny(max_turns=8)) == Usage(4, 300 + 450 + 600 + 750, 200)


def test_a_prompt_is_never_longer_than_the_context():
    narrow = tiny().entry("priced").sampling.model_copy(update={"context_tokens": 500})
    entry = tiny().entry("priced").model_copy(update={"sampling": narrow})
    assert assumed_attempt(entry, tiny(max_turns=8)) == Usage(4, 300 + 400 + 400 + 400, 200)
    # No room at all is for a validator of seasons to find; the estimate stays sane.
    assert assumed_slot(entry, tiny()) == Usage(2, 0, 1_000)


def test_a_slots_draft_is_mended_once():
    season = tiny()
    roomy = season.entry("priced").sampling.model_copy(update={"context_tokens": 1_000_000})
    entry = season.entry("priced").model_copy(update={"sampling": roomy})
    prompt = sum(len(message["content"]) for message in author_prompt(season.domains[0], 4)) // 4
    assert prompt > 300
    assert assumed_slot(entry, season) == Usage(2, prompt + (prompt + 500 + 100), 1_000)
    assert assumed_slot(entry, tiny(repairs=0)) == Usage(1, prompt, 500)
    assert assumed_slot(entry, tiny(repairs=0, dossier="own", dossier_tokens=700)) == Usage(1, prompt + 700, 500)


def test_an_author_that_does_not_solve_still_probes():
    entries = tiny().model_dump(exclude_unset=True)["contestants"]
    season = tiny(contestants=[entries[0], {**entries[1], "roles": ("author",)}])
    found = share(estimate_week(season, None, price_of), "priced")
    assert (found.slots, found.probes, found.attempts) == (2, 8, 0)
    assert found.expected == assumed_slot(season.entry("priced"), season) * 2 + Usage(2, 750, 100) * 8


def test_usages_add_up():
    assert NOTHING + Usage(1, 2, 3) * 2 == Usage(2, 4, 6)
    assert Usage(1, 20, 3).within(Usage(10, 2, 3)) == Usage(1, 2, 3)
