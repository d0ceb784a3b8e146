"""The ledger: what was paid for is on disk before it counts, is asked for once, and counts against the budget."""

import asyncio
import json
from datetime import date

import pytest

from assets.bill import Bill
from assets.contestant_entry import ContestantEntry, HouseSkills, Limits, Sampling
from assets.errors import BudgetReached, OperatorError, ProviderError
from assets.journal import Journals
from assets.ports import Completion
from assets.season import Season
from orchestration.resources.ledger import open_ledger
from orchestration.resources.remembering import Remembering
from orchestration.resources.spending import Spending

WEEK = date(2026, 11, 30)
ASKED = [{"role": "user", "content": "Say 7. \ud800"}]


def season(limit=None, season_limit=None, **sampling) -> Season:
    limits = Limits(usd_per_week=limit)
    models = [
        ContestantEntry(name=name, model="openai/tiny", limits=limits, sampling=Sampling(**sampling))
        for name in ("kim", "lou")
    ]
    house = ContestantEntry(name="ada", model="house/player", skills=HouseSkills())
    return Season(name="s", seed="s", contestants=(*models, house), usd_per_week=season_limit)


class Asked:
    """Counts what it is asked, and says its number; each answer costs a dollar, which it asks for first."""

    def __init__(self, account) -> None:
        self.account = account
        self.asked: list[int] = []

    async def complete(self, messages, *, seed, max_tokens):
        self.account.require_budget()
        self.asked.append(seed)
        await asyncio.sleep(0)
        return Completion(f"answer {seed}", 10, 5, 1.0, "stop", "season")


async def answers(journals, seeds, contestant="kim", of=None, on=ASKED, max_tokens=9):
    """The answers to some seeds, and the seeds that the provider was asked for."""
    with open_ledger(of or season(), WEEK, contestant, journals) as ledger:
        asked = Asked(ledger)
        player = Remembering(asked, ledger)
        said = await asyncio.gather(*(player.complete(on, seed=seed, max_tokens=max_tokens) for seed in seeds))
    return said, asked.asked


@pytest.fixture
def journals(tmp_path) -> Journals:
    return Journals(tmp_path)


async def test_an_answer_is_paid_for_once(journals):
    first, asked = await answers(journals, [1, 2])
    again, asked_again = await answers(journals, [1, 2, 3])
    assert (asked, asked_again) == ([1, 2], [3])
    assert again[:2] == first
    assert [answer.text for answer in again] == ["answer 1", "answer 2", "answer 3"]


@pytest.mark.parametrize(
    "changed",
    [
        {"on": [{"role": "user", "content": "Say 8."}]},
        {"max_tokens": 10},
        {"of": season(temperature=0.1)},
        {"contestant": "lou"},
    ],
    ids=["messages", "max_tokens", "settings", "contestant"],
)
async def test_another_question_is_asked(journals, changed):
    await answers(journals, [1])
    _, asked = await answers(journals, [1], **changed)
    assert asked == [1]


@pytest.mark.parametrize("unchanged", [{"timeout_s": 5, "tries": 9}, {"context_tokens": 99}])
async def test_how_long_and_how_often_is_asked_makes_no_other_question(journals, unchanged):
    await answers(journals, [1])
    _, asked = await answers(journals, [1], of=season(**unchanged))
    assert asked == []


async def test_an_answer_is_on_disk_when_it_is_given(journals, tmp_path):
    path = tmp_path / WEEK.isoformat() / "answers" / "kim.jsonl"
    with open_ledger(season(), WEEK, "kim", journals) as ledger:
        player = Remembering(Asked(ledger), ledger)

        async def ask(seed):
            answer = await player.complete(ASKED, seed=seed, max_tokens=9)
            assert answer.text in {json.loads(line)["record"]["text"] for line in path.read_text().splitlines()}

        await asyncio.gather(*(ask(seed) for seed in range(50)))


async def test_answers_that_come_together_are_written_together(journals, monkeypatch):
    synced = []
    monkeypatch.setattr("assets.journal.os.fsync", synced.append)
    await answers(journals, range(64))
    assert 1 <= len(synced) <= 4


async def test_a_full_disk_gives_no_answer_and_loses_none(journals, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("assets.journal.os.fsync", full)
        with pytest.raises(OSError, match="No space left"):
            await answers(journals, [1, 2])


async def test_a_contestant_that_reached_its_limit_is_asked_no_more(journals):
    for seed in range(2):
        _, asked = await answers(journals, [seed], of=season(limit=2))
        assert asked == [seed]
    with pytest.raises(BudgetReached, match=r"kim: its usd_per_week of 2\.00 USD is reached"):
        await answers(journals, [2], of=season(limit=2))
    known, asked = await answers(journals, [0, 1], of=season(limit=2))
    assert (len(known), asked) == (2, []), "what is paid for is played on with"
    _, asked = await answers(journals, [2], of=season(limit=3))
    assert asked == [2]


async def test_the_seasons_limit_counts_all(journals):
    await answers(journals, [0, 1], "lou")
    await answers(journals, [0], "kim", season(season_limit=3))
    with pytest.raises(BudgetReached, match=r"kim: the season's usd_per_week of 3\.00 USD"):
        await answers(journals, [1], "kim", season(season_limit=3))


async def test_the_seasons_limit_counts_what_others_spend_meanwhile(journals):
    limited = season(season_limit=3)
    with open_ledger(limited, WEEK, "kim", journals) as kim, open_ledger(limited, WEEK, "lou", journals) as lou:
        here = Remembering(Asked(kim), kim)
        there = Remembering(Asked(lou), lou)
        for seed in range(2):
            await there.complete(ASKED, seed=seed, max_tokens=9)
        await here.complete(ASKED, seed=0, max_tokens=9)
        with pytest.raises(BudgetReached, match=r"kim: the season's usd_per_week of 3\.00 USD"):
            await here.complete(ASKED, seed=1, max_tokens=9)
        with pytest.raises(BudgetReached, match=r"lou: the season's usd_per_week of 3\.00 USD"):
            await there.complete(ASKED, seed=2, max_tokens=9)


async def test_what_another_is_writing_counts_when_it_is_written(journals):
    await answers(journals, [0], "lou")
    path = journals.open(WEEK, "answers", "lou").path
    [line] = path.read_bytes().splitlines(keepends=True)
    path.unlink()
    spending = Spending(journals.open(WEEK, "answers", "lou"))
    assert spending.total() == 0
    for part, spent in ((line + line[:40], 1), (line[40:-1], 1), (b"\n", 2), (b"", 2), (line, 3)):
        with path.open("ab") as file:
            file.write(part)
        assert spending.total() == spent


async def test_a_useless_answer_is_paid_for_all_the_same(journals):
    useless = Completion(None, 10, 5, 1.5, "content_filter", "season")
    for _ in range(2):
        with open_ledger(season(), WEEK, "kim", journals) as ledger:
            await ledger.keep_useless(ASKED, 1, 9, useless)
    with open_ledger(season(limit=3.5), WEEK, "kim", journals) as ledger:
        ledger.require_budget()
    with open_ledger(season(limit=3), WEEK, "kim", journals) as ledger, pytest.raises(BudgetReached):
        ledger.require_budget()


class Faulty(Asked):
    """Answers each question at the third try, and gives up after two."""

    async def complete(self, messages, *, seed, max_tokens):
        for _ in range(2):
            self.asked.append(seed)
            if self.asked.count(seed) == 3:
                return Completion(f"answer {seed}", 10, 5, 1.0, "stop", "season")
            useless = Completion(None, 10, 0, 0.5, "content_filter", "season")
            await self.account.keep_useless(messages, seed, max_tokens, useless)
        raise ProviderError("filtered")


async def test_what_a_useless_answer_cost_stands_beside_the_answer_to_its_question(journals):
    with open_ledger(season(), WEEK, "kim", journals) as ledger, pytest.raises(ProviderError) as stopped:
        await Remembering(Faulty(ledger), ledger).complete(ASKED, seed=1, max_tokens=9)
    assert stopped.value.bill == Bill(faults_cost_usd=1.0, prices="season")
    for seed, faults in ((2, 0.0), (1, 1.0), (1, 1.0)):
        with open_ledger(season(), WEEK, "kim", journals) as ledger:
            player = Faulty(ledger)
            player.asked += [seed] * 2
            answer = await Remembering(player, ledger).complete(ASKED, seed=seed, max_tokens=9)
        assert (answer.cost_usd, answer.faults_cost_usd) == (1.0, faults)


def test_one_process_asks_for_a_contestant_at_a_time(journals):
    with (
        open_ledger(season(), WEEK, "kim", journals),
        open_ledger(season(), WEEK, "lou", journals),
        pytest.raises(OperatorError, match=r"kim\.jsonl is being written by another run"),
        open_ledger(season(), WEEK, "kim", journals),
    ):
        pass
