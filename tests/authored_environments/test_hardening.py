"""Hardening: what passed is probed, its author is told how it fared, and both versions are kept."""

import re
from contextlib import asynccontextmanager
from datetime import date, timedelta

import pytest
from players import Scripted
from written import HINT, draft, source

from assets.admitted import played_ids
from assets.authored_environments.desk import Desk
from assets.authored_environments.hardening import Hardening, environment_rows
from assets.authored_environments.writing import write_week
from assets.contestant_entry import ContestantEntry
from assets.environment_probes.probing import planned_probes
from assets.environment_seeds import benchmark_seeds, hardening_seeds, probe_seeds, used_seeds, validation_seeds
from assets.errors import OperatorError, ProviderError
from assets.hint_validations.validations import validate_week
from assets.journal import Journals
from assets.season import Season
from assets.tables import AUTHORED_ENVIRONMENTS, ENVIRONMENT_PROBES, HINT_VALIDATIONS

WEEK = date(2026, 11, 30)
SLOT = f"{WEEK}/ada/env_001"
NAMES = ("ada", "bruno", "clara", "dario")
EASY = draft().replace("1000", "60").replace("999", "59")
"""Whoever halves the interval wins in 6 turns; of the 1,000 numbers of `sound` one finds few."""

DOWN = ProviderError("503")


def season(**fields: object) -> Season:
    authors = {"ada": ("author", "solver")}
    return Season(
        name="tests",
        seed="secret",
        contestants=tuple(
            ContestantEntry(name=name, model="openai/none", roles=authors.get(name, ("solver",))) for name in NAMES
        ),
        environments_per_author=1,
        **fields,
    )


def halves_where_told(messages) -> str:
    """Halves the interval where the hint says so, else says 0."""
    opening = messages[1]["content"]
    if "<hint>" not in opening:
        return "\\boxed{0}"
    low, high = 0, int(re.search(r"from 0 to (\d+)", opening)[1])
    guess = high // 2
    for answered in messages[3::2]:
        low, high = (guess + 1, high) if "higher" in answered["content"] else (low, guess - 1)
        guess = (low + high) // 2
    return f"\\boxed{{{guess}}}"


class Player(Scripted):
    """Writes what it is given, draft after draft, and plays as the hint says."""

    def __init__(self, *drafts: object, plays=halves_where_told) -> None:
        super().__init__(self._answer)
        self.drafts = drafts
        self.plays = plays
        self.written: list[list] = []

    def _answer(self, messages):
        if "Write one environment" not in messages[1]["content"]:
            return self.plays(messages)
        self.written.append(messages)
        return self.drafts[sum(message["role"] == "assistant" for message in messages)]

    @property
    def played(self) -> int:
        """Questions that were asked of it as a player."""
        return len(self.asked) - len(self.written)


class Week:
    """A week's writing and hardening, by the author ada and those who probe."""

    def __init__(self, root, sandbox, **fields: object) -> None:
        self.season = season(**fields)
        self.sandbox = sandbox
        self.journals = Journals(root)
        self.progress: dict[tuple[str, str], list[tuple[int, int]]] = {}

    @asynccontextmanager
    async def open(self, contestant, week):
        yield self.players[contestant]

    async def rows(self, author: Player, **others: Player) -> list[dict[str, object]]:
        self.players = {name: Player() for name in NAMES} | others | {"ada": author}
        journal = self.journals.open(WEEK, "authored_environments", "ada")
        desk = Desk(author, self.sandbox, journal, self.season, "ada")
        await write_week(desk, WEEK, None, lambda done, total: None)
        hardening = Hardening(WEEK, self.season, {"ada": None}, self, self.sandbox, self.journals)
        await hardening.run(lambda *place: lambda done, total: self._told(place, done, total))
        journal = self.journals.open(WEEK, "authored_environments", "ada")
        return list(environment_rows(self.season, WEEK, "ada", journal, None))

    def _told(self, place: tuple[str, str], done: int, total: int) -> None:
        self.progress.setdefault(place, []).append((done, total))

    async def validated(self, rows):
        """The findings on the rows."""
        frame = AUTHORED_ENVIRONMENTS.frame(rows)
        earlier = frame.clear().select("environment_id", "source")
        quiet = lambda done, total: None  # noqa: E731
        found = await validate_week(WEEK, frame, earlier, self.season, self, self.sandbox, self.journals, quiet)
        return HINT_VALIDATIONS.frame(found)


@pytest.fixture
def week(tmp_path, sandbox) -> Week:
    return Week(tmp_path, sandbox)


async def test_both_versions_are_stored_and_the_author_was_told_how_the_first_fared(week):
    author = Player(EASY, draft())
    first, hardened = await week.rows(author)
    assert (first["environment_id"], first["version"]) == (SLOT, 0)
    assert (hardened["environment_id"], hardened["version"]) == (f"{SLOT}/harden_01", 1)
    assert (first["slot"], first["domain"]) == (hardened["slot"], hardened["domain"])
    assert hardened["source"] == source("sound")
    assert (hardened["status"], hardened["tries"], hardened["cost_usd"]) == ("written", 1, 0.25)
    offer = author.written[-1]
    assert offer[:2] == author.written[0]
    assert [message["content"] for message in offer[2:]] == [EASY, hardened["prompt"]]
    assert "you yourself: without the hint won 0 of 2, 6.0 turns; with it won 2 of 2" in hardened["prompt"]
    assert "bruno: without the hint won 0 of 2" in hardened["prompt"]
    assert "clara" not in hardened["prompt"]
    assert "All of them: unaided 0.00, hinted 1.00." in hardened["prompt"]
    assert hardened["prompt_sha256"] == hardened["drafts"][0]["prompt_sha256"] != first["prompt_sha256"]
    AUTHORED_ENVIRONMENTS.frame([first, hardened])


async def test_how_it_was_beaten_is_quoted_and_no_seed_is_told(week):
    lucky = Player(plays=lambda messages: halves_where_told([*messages[:1], _hinted(messages[1]), *messages[2:]]))
    _, hardened = await week.rows(Player(EASY, draft()), bruno=lucky)
    assert re.search(r"Its shortest win without the hint, \d turns by bruno, ended with: \"\d+\"", hardened["prompt"])
    streams = (benchmark_seeds, validation_seeds, probe_seeds, hardening_seeds)
    assert not any(str(seed) in hardened["prompt"] for stream in streams for seed in stream(week.season, SLOT))


def _hinted(message):
    return {**message, "content": f"<hint></hint>{message['content']}"}


async def test_the_hardened_version_plays_if_it_is_admitted(week):
    rows = await week.rows(Player(EASY, draft()))
    findings = await week.validated(rows)
    assert played_ids(findings).to_series().to_list() == [f"{SLOT}/harden_01"]
    # Its own first version is no near copy that it must not be.
    assert findings.filter(check_name="novel").get_column("passed").to_list() == [True, True]
    # What does not play is not probed once more.
    assert findings.filter(check_name="hint_probe").sort("environment_id").get_column("passed").is_null().to_list() == [
        True,
        False,
    ]


async def test_the_first_version_plays_if_the_hardened_one_fails(week):
    author = Player(EASY, draft("free_win"), draft("unwinnable"), draft("free_win"))
    first, hardened = await week.rows(author)
    assert (hardened["status"], hardened["tries"]) == ("written", 3)
    assert "no_free_win" in author.written[2][-1]["content"]
    findings = await week.validated([first, hardened])
    assert played_ids(findings).to_series().to_list() == [SLOT]


@pytest.mark.parametrize("answer", ["KEEP", "keep.", "<think>Is it too easy?</think>\n**KEEP**\n"])
async def test_an_author_may_leave_it_as_it_is(week, answer):
    first, kept = await week.rows(Player(EASY, answer))
    assert (kept["status"], kept["source"], kept["tries"], kept["cost_usd"]) == ("kept", None, 1, 0.25)
    assert kept["error"] == "the author left the version before it as it is"
    assert kept["drafts"][0]["completion"] == answer
    findings = await week.validated([first, kept])
    assert played_ids(findings).to_series().to_list() == [SLOT]
    judged = findings.filter(environment_id=kept["environment_id"], check_name="parses").to_dicts()
    assert [(row["passed"], row["detail"]) for row in judged] == [(None, f"not judged: {kept['error']}")]


async def test_what_failed_its_checks_is_not_probed(week):
    [row] = await week.rows(Player(draft("free_win"), draft("free_win"), draft("free_win")))
    assert row["version"] == 0
    assert week.players["bruno"].asked == []


async def test_without_rounds_nobody_is_asked(tmp_path, sandbox):
    week = Week(tmp_path, sandbox, harden_rounds=0)
    [row] = await week.rows(Player(EASY))
    assert (row["version"], week.players["bruno"].asked) == (0, [])


async def test_each_round_hardens_the_version_before_it_until_one_is_kept(tmp_path, sandbox):
    week = Week(tmp_path, sandbox, harden_rounds=3)
    author = Player(EASY, draft(), "KEEP")
    rows = await week.rows(author)
    assert [row["environment_id"].removeprefix(SLOT) for row in rows] == ["", "/harden_01", "/harden_02"]
    assert [row["status"] for row in rows] == ["written", "written", "kept"]
    assert author.written[-1][:4] == author.written[-2]
    probes = planned_probes(week.season, AUTHORED_ENVIRONMENTS.frame(rows))
    assert {probe.environment.environment_id for probe in probes} == {SLOT, f"{SLOT}/harden_01"}


async def test_nothing_that_is_finished_is_asked_or_played_again(week):
    rows = await week.rows(Player(EASY, draft()))
    again = Player(DOWN, DOWN, plays=lambda messages: DOWN)
    assert await week.rows(again, bruno=Player(plays=lambda messages: DOWN)) == rows
    assert again.asked == week.players["bruno"].asked == []


async def test_a_provider_that_was_down_is_asked_again_with_the_same_words(week):
    first, open_one = await week.rows(Player(EASY, DOWN), bruno=Player(plays=lambda messages: DOWN))
    assert (open_one["status"], open_one["error"]) == ("incomplete", "503")
    assert "bruno" not in open_one["prompt"]
    author = Player(DOWN, draft())
    again, hardened = await week.rows(author)
    assert (again, hardened["status"]) == (first, "written")
    assert (hardened["prompt"], hardened["prompt_sha256"]) == (open_one["prompt"], open_one["prompt_sha256"])
    # Bruno's probes, which came too late to be told, are made up for.
    assert week.players["bruno"].played > 0
    assert author.played == 0


async def test_where_no_probe_came_to_its_end_the_author_is_asked_in_the_next_run(week):
    silent = Player(plays=lambda messages: DOWN)
    _, open_one = await week.rows(Player(EASY, DOWN, plays=lambda messages: DOWN), bruno=silent)
    assert (open_one["status"], open_one["prompt"], open_one["tries"]) == ("incomplete", None, 0)
    assert "was not asked" in open_one["error"]
    AUTHORED_ENVIRONMENTS.frame([open_one])
    _, hardened = await week.rows(Player(DOWN, draft()))
    assert hardened["status"] == "written"


async def test_rows_need_the_step_to_have_been_run(week):
    await Week(week.journals.root, week.sandbox, harden_rounds=0).rows(Player(EASY))
    rows = environment_rows(week.season, WEEK, "ada", week.journals.open(WEEK, "authored_environments", "ada"), None)
    with pytest.raises(OperatorError, match="lacks 2026-11-30/ada/env_001/harden_01; materialize authored_environ"):
        list(rows)


async def test_who_probes_is_told_how_far_it_is(week):
    await week.rows(Player(EASY, draft()))
    assert week.progress.keys() == {
        ("environment_probes", "ada"),
        ("environment_probes", "bruno"),
        ("hardening", "ada"),
    }
    assert week.progress["environment_probes", "bruno"][-1] == (4, 4)
    assert week.progress["hardening", "ada"] == [(0, 1), (1, 1)]


async def test_the_probes_of_a_week_are_the_attempts_that_the_journals_hold(week):
    rows = await week.rows(Player(EASY, draft()))
    probes = planned_probes(week.season, AUTHORED_ENVIRONMENTS.frame(rows))
    assert {(probe.solver, probe.condition) for probe in probes} == {
        (name, condition) for name in ("ada", "bruno") for condition in ("without_hint", "with_hint")
    }
    assert len(probes) == 8
    frame = ENVIRONMENT_PROBES.frame(
        [
            {**probe.row(WEEK), **week.journals.open(WEEK, "environment_probes", probe.solver).get(probe.attempt_id)}
            for probe in probes
        ]
    )
    assert frame.filter(condition="with_hint").get_column("success").all()


def test_the_panel_is_the_first_two_solvers_or_the_named_ones_of_the_week():
    assert season().probers("ada") == ["ada", "bruno"]
    assert season().probers("dario") == ["dario", "ada", "bruno"]
    assert season(harden_panel=("clara",)).probers("ada") == ["ada", "clara"]
    assert season(harden_panel=()).probers("ada") == ["ada"]
    late = season(harden_panel=("clara",)).model_dump()
    late["contestants"][2]["from_week"] = WEEK
    assert Season.model_validate(late).at(WEEK - timedelta(weeks=1)).probers("ada") == ["ada"]
    with pytest.raises(ValueError, match="harden_panel: no solver of the season is called eve"):
        Season.model_validate({**season().model_dump(), "harden_panel": ["eve"]})


def test_no_other_seed_is_a_seed_of_the_probe():
    others = {seed for stream in (benchmark_seeds, validation_seeds, probe_seeds) for seed in stream(season(), SLOT)}
    assert others.isdisjoint(hardening_seeds(season(), SLOT))
    assert others | set(hardening_seeds(season(), SLOT)) <= used_seeds(season(), SLOT)


def test_the_hint_of_both_drafts_is_the_same():
    assert HINT in EASY
