"""A solver's week: many episodes in flight, each journalled as it ends, and only what is missing played again."""

import asyncio
from datetime import date

import pytest
from players import Scripted

from assets.contestant_entry import ContestantEntry, Limits
from assets.errors import OperatorError, ProviderError, SandboxUnavailable
from assets.journal import Journal
from assets.season import Season
from assets.solve_attempts.plan import plan
from assets.solve_attempts.tournament import attempt_rows, play_all
from assets.tables import SOLVE_ATTEMPTS

WEEK = date(2026, 11, 30)


def season(**fields: object) -> Season:
    contestants = (ContestantEntry(name="ada", model="openai/none"), ContestantEntry(name="bob", model="openai/none"))
    return Season(name="tests", seed="secret", contestants=contestants, **fields)


def journal_in(folder) -> Journal:
    return Journal(folder, WEEK, "solve_attempts", "bob")


def counts_up(messages) -> str:
    turn = sum(message["role"] == "assistant" for message in messages)
    return f"\\boxed{{{turn + 1}}}"


def quiet(done: int, total: int) -> None: ...


class Meeting(Scripted):
    """Answers nobody before so many are asking."""

    def __init__(self, size: int) -> None:
        super().__init__(counts_up)
        self.size, self.asking, self.met = size, 0, asyncio.Event()

    async def complete(self, messages, **settings):
        self.asking += 1
        if self.asking >= self.size:
            self.met.set()
        await asyncio.wait_for(self.met.wait(), timeout=60)
        return await super().complete(messages, **settings)


async def test_at_least_32_episodes_are_in_flight(tmp_path, sandbox, environment):
    week = season(benchmark_seeds=16)
    attempts = plan(week, "bob", [environment])
    journal = journal_in(tmp_path)
    await play_all(attempts, Meeting(32), sandbox, journal, week, quiet)
    assert len(journal) == len(attempts) == 32


async def test_no_more_than_allowed_are_in_flight(tmp_path, sandbox, environment):
    class Counting(Scripted):
        now = most = 0

        async def complete(self, messages, **settings):
            self.now += 1
            self.most = max(self.most, self.now)
            await asyncio.sleep(0)
            self.now -= 1
            return await super().complete(messages, **settings)

    week = season(episodes_in_flight=3)
    solver = Counting(counts_up)
    await play_all(plan(week, "bob", [environment]), solver, sandbox, journal_in(tmp_path), week, quiet)
    assert 1 <= solver.most <= 3


async def test_no_more_are_in_flight_than_the_provider_may_be_asked_at_once():
    model = ContestantEntry(name="gpt", model="openai/gpt", limits=Limits(parallel=2))
    unlimited = ContestantEntry(name="kim", model="openai/kim")
    week = season(episodes_in_flight=9).model_copy(update={"contestants": (model, unlimited)})
    assert [week.in_flight(name) for name in ("gpt", "kim")] == [2, 9]


async def test_rows_and_progress(tmp_path, sandbox, environment):
    week, journal, progress = season(), journal_in(tmp_path), []
    attempts = plan(week, "bob", [environment])
    await play_all(attempts, Scripted(counts_up), sandbox, journal, week, lambda *at: progress.append(at))
    assert progress == [(done, 8) for done in range(9)]
    frame = SOLVE_ATTEMPTS.frame(list(attempt_rows(WEEK, attempts, journal)))
    assert frame.get_column("success").all()
    assert frame.get_column("turns").to_list() == [3] * 8


async def test_the_next_run_plays_only_what_a_fault_left_open(tmp_path, sandbox, environment):
    week = season()
    attempts = plan(week, "bob", [environment])

    def down_with_hint(messages):
        return ProviderError("503") if "<hint>" in messages[1]["content"] else counts_up(messages)

    await play_all(attempts, Scripted(down_with_hint), sandbox, journal_in(tmp_path), week, quiet)
    rows = list(attempt_rows(WEEK, attempts, journal_in(tmp_path)))
    assert [row["status"] for row in rows] == ["success", "incomplete"] * 4
    again, progress = Scripted(counts_up), []
    await play_all(attempts, again, sandbox, journal_in(tmp_path), week, lambda *at: progress.append(at))
    assert progress[0] == (4, 8)
    assert len(again.asked) == 4 * 3
    assert {row["status"] for row in attempt_rows(WEEK, attempts, journal_in(tmp_path))} == {"success"}
    nobody = Scripted([])
    await play_all(attempts, nobody, sandbox, journal_in(tmp_path), week, quiet)
    assert nobody.asked == []


async def test_an_environment_that_broke_its_contract_is_not_played_again(tmp_path, sandbox, environment):
    week = season()
    attempts = plan(week, "bob", [environment])
    await play_all(attempts, Scripted(lambda _: "\\boxed{crash}"), sandbox, journal_in(tmp_path), week, quiet)
    again = Scripted([])
    await play_all(attempts, again, sandbox, journal_in(tmp_path), week, quiet)
    assert again.asked == []
    [reason] = {row["stop_reason"] for row in attempt_rows(WEEK, attempts, journal_in(tmp_path))}
    assert reason == "environment_error"


async def test_without_a_sandbox_the_week_stops_and_says_why(tmp_path, environment):
    class Missing:
        def episode(self, code, *, entropy=0):
            raise SandboxUnavailable("no sandbox: install pyeryx")

    week = season()
    with pytest.raises(SandboxUnavailable, match="install pyeryx"):
        await play_all(plan(week, "bob", [environment]), Scripted([]), Missing(), journal_in(tmp_path), week, quiet)
    assert not journal_in(tmp_path).path.exists()


def test_rows_need_the_step_to_have_been_run(tmp_path, environment):
    with pytest.raises(OperatorError, match="lacks attempt"):
        list(attempt_rows(WEEK, plan(season(), "bob", [environment]), journal_in(tmp_path)))
