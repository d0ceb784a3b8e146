"""Writing: drafts go back with their findings, every answer is kept, and no paid draft is asked for twice."""

import json
from datetime import date

import pytest
from players import Scripted
from written import draft, source

from assets.authored_environments.desk import Desk
from assets.authored_environments.hardening import environment_rows
from assets.authored_environments.prompt import SHAPE, author_prompt
from assets.authored_environments.slots import slots
from assets.authored_environments.writing import write_week
from assets.bill import Bill
from assets.contestant_entry import ContestantEntry
from assets.environment_seeds import benchmark_seeds
from assets.errors import ContextOverflow, OperatorError, ProviderError, SandboxError
from assets.journal import Journal
from assets.season import Season
from assets.tables import AUTHORED_ENVIRONMENTS, DOMAINS

WEEK = date(2026, 11, 30)


def season(**fields: object) -> Season:
    return Season(
        name="tests",
        seed="secret",
        contestants=(ContestantEntry(name="ada", model="openai/none"),),
        environments_per_author=1,
        harden_rounds=0,
        **fields,
    )


def quiet(done: int, total: int) -> None: ...


class Writing:
    """An author at its desk, and the rows that come of it."""

    def __init__(self, tmp_path, sandbox, **fields: object) -> None:
        self.season = season(**fields)
        self.sandbox = sandbox
        self.root = tmp_path

    async def rows(self, contestant: Scripted) -> list[dict[str, object]]:
        journal = Journal(self.root, WEEK, "authored_environments", "ada")
        await write_week(Desk(contestant, self.sandbox, journal, self.season, "ada"), WEEK, None, quiet)
        rows = list(environment_rows(self.season, WEEK, "ada", journal, None))
        AUTHORED_ENVIRONMENTS.frame(rows)
        return rows


@pytest.fixture
def writing(tmp_path, sandbox):
    return Writing(tmp_path, sandbox)


async def test_a_sound_draft_is_the_environment(writing):
    author = Scripted([draft()])
    [row] = await writing.rows(author)
    assert row["status"] == "written"
    assert (row["title"], row["class_name"], row["source"]) == ("sound", "IntervalSearch", source("sound"))
    assert (row["max_turns"], row["tries"], row["cost_usd"], row["tokens_in"]) == (6, 1, 0.25, 10)
    assert author.asked == [author_prompt(row["domain"], 24)]


async def test_a_faulty_draft_goes_back_with_its_findings(writing):
    author = Scripted([draft("free_win"), "I have no idea.", draft()])
    [row] = await writing.rows(author)
    assert row["status"] == "written"
    assert row["source"] == source("sound")
    assert [d["findings"] for d in row["drafts"]][1:] == [["parses: no hint"], []]
    assert "no_free_win: null policy" in row["drafts"][0]["findings"][0]
    assert (row["tries"], row["cost_usd"]) == (3, 0.75)
    second = author.asked[1]
    assert second[:2] == author.asked[0]
    assert second[2]["content"] == draft("free_win")
    assert row["drafts"][0]["findings"][0] in second[3]["content"]
    assert len(author.asked[2]) == 6


async def test_findings_never_name_a_benchmark_seed(writing):
    author = Scripted([draft("sometimes_unwinnable"), draft("answer_shown"), draft("seed_blind")])
    [row] = await writing.rows(author)
    told = str(author.asked)
    assert "seed" in told
    assert not any(str(seed) in told for seed in benchmark_seeds(writing.season, row["environment_id"]))


async def test_the_last_readable_draft_stands_when_the_repairs_are_used_up(writing):
    [row] = await writing.rows(Scripted([draft("unwinnable"), draft("free_win"), "nothing"]))
    assert (row["status"], row["title"], row["tries"]) == ("written", "free_win", 3)


async def test_nothing_readable_is_an_unreadable_environment(tmp_path, sandbox):
    writing = Writing(tmp_path, sandbox, repairs=0)
    [row] = await writing.rows(Scripted([None]))
    assert (row["status"], row["source"], row["error"]) == ("unreadable", None, "parses: no hint")


async def test_a_provider_fault_is_asked_again_and_paid_drafts_are_not(writing):
    stopped = ProviderError("ada: 503", Bill(faults_cost_usd=0.5, prices="season"))
    [row] = await writing.rows(Scripted([draft("free_win"), stopped]))
    assert (row["status"], row["error"], row["tries"]) == ("incomplete", "ada: 503", 1)
    assert (row["tokens_in"], row["cost_usd"], row["faults_cost_usd"], row["prices"]) == (10, 0.25, 0.5, "season")
    again = Scripted([ProviderError("the first draft must not be asked for"), draft()])
    [row] = await writing.rows(again)
    assert (row["status"], row["tries"]) == ("written", 2)
    assert len(again.asked) == 1


async def test_what_an_earlier_version_journalled_is_written_anew(writing, tmp_path):
    [row] = await writing.rows(Scripted([draft()]))
    [path] = tmp_path.rglob("ada.jsonl")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        del line["record"]["faults_cost_usd"]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    author = Scripted([draft()])
    assert await writing.rows(author) == [row]
    assert len(author.asked) == 1, "the contestant was asked, whose ledger knows what was paid for"


async def test_a_full_context_ends_the_repairs_with_what_there_is(writing):
    [row] = await writing.rows(Scripted([draft("free_win"), ContextOverflow("ada: too long")]))
    assert (row["status"], row["title"], row["tries"], row["error"]) == ("written", "free_win", 1, None)
    assert await writing.rows(Scripted([])) == [row]


async def test_a_context_that_is_full_from_the_start_is_unreadable(writing):
    [row] = await writing.rows(Scripted([ContextOverflow("ada: too long")]))
    assert (row["status"], row["error"], row["drafts"]) == ("unreadable", "ada: too long", [])


async def test_a_fault_of_the_sandbox_loses_no_draft_that_was_asked_for(tmp_path):
    class Broken:
        def episode(self, code, *, entropy=0):
            raise SandboxError("the worker died")

    writing = Writing(tmp_path, Broken())
    writing.season = writing.season.model_copy(update={"environments_per_author": 3})
    author = Scripted([draft()])
    with pytest.raises(SandboxError, match="the worker died"):
        await writing.rows(author)
    assert len(author.asked) == 3
    assert len(Journal(tmp_path, WEEK, "authored_environments", "ada")) == 3


async def test_a_finished_week_asks_nobody(writing):
    first = await writing.rows(Scripted([draft()]))
    assert await writing.rows(Scripted([])) == first


async def test_a_kill_after_the_answer_was_paid_loses_nothing(writing):
    class Killed(Exception): ...

    class Dying(Scripted):
        async def complete(self, messages, **settings):
            if self.asked:
                raise Killed
            return await super().complete(messages, **settings)

    with pytest.raises(Killed):
        await writing.rows(Dying([draft("free_win")]))
    author = Scripted([ProviderError("paid already"), draft()])
    [row] = await writing.rows(author)
    assert (row["tries"], len(author.asked)) == (2, 1)


async def test_another_prompt_is_another_draft(tmp_path, sandbox):
    await Writing(tmp_path, sandbox).rows(Scripted([draft()]))
    author = Scripted([draft()])
    [row] = await Writing(tmp_path, sandbox, max_turns=12).rows(author)
    assert len(author.asked) == 1
    assert row["status"] == "written"


async def test_text_that_is_no_unicode_is_mended_where_it_enters(writing):
    [row] = await writing.rows(Scripted([draft().replace("Title: sound", "Title: so\ud800und")]))
    assert row["title"] == "so?und"


def test_rows_need_the_step_to_have_been_run(tmp_path):
    journal = Journal(tmp_path, WEEK, "authored_environments", "ada")
    with pytest.raises(OperatorError, match="lacks 2026-11-30/ada/env_001"):
        list(environment_rows(season(), WEEK, "ada", journal, None))


def test_domains_rotate_over_slots_and_weeks():
    three = Season(name="t", seed="s", contestants=(ContestantEntry(name="ada", model="m"),))
    weeks = [date(2026, 11, 16), date(2026, 11, 23), date(2026, 11, 30)]
    domains = [slot.domain for week in weeks for slot in slots(three, week, "ada")]
    assert sorted(domains) == sorted(DOMAINS)
    assert slots(three, WEEK, "ada")[2].environment_id == "2026-11-30/ada/env_003"


def test_the_prompt_tells_what_the_validator_holds():
    [_, task] = author_prompt("optimization", 24)
    for fact in (
        "64 KiB",
        "20 to 2,000 characters",
        "at most 24",
        "statistics",
        "`\\boxed{ACTION}`",
        "Domain: optimization",
    ):
        assert fact in task["content"]


def answer_with(block: str) -> str:
    return f"Title: Doubled\n<hint>Whatever number you are told, twice as much of it wins.</hint>\n{block}"


FILLED_IN = (
    ("max_turns=N", "max_turns=3"),
    ("self.answer = ...", "number = rng.randrange(10_000)\n        self.answer = str(2 * number)"),
    (
        'f"... Turns left: {self.max_turns}."',
        'f"Find my number for {number}: one number. Turns left: {self.max_turns}."',
    ),
    ('f"... Turns left: {left}."', 'f"No. Turns left: {left}."'),
)


async def test_the_prompts_shape_filled_in_is_admitted(writing):
    block = SHAPE
    for gap, content in FILLED_IN:
        assert block.count(gap) == 1
        block = block.replace(gap, content)
    author = Scripted([answer_with(block)])
    [row] = await writing.rows(author)
    assert SHAPE in author.asked[0][1]["content"]
    assert row["drafts"][0]["findings"] == []
    assert (row["status"], row["class_name"], row["max_turns"]) == ("written", "ShortName", 3)


async def test_the_prompts_shape_sent_back_as_it_is_is_refused(tmp_path, sandbox):
    writing = Writing(tmp_path, sandbox, repairs=0)
    [row] = await writing.rows(Scripted([answer_with(SHAPE)]))
    assert "N" in row["drafts"][0]["findings"][0]
